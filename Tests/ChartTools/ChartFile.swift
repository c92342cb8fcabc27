import Foundation
import StateChart

extension ChartReader {
    /// Reads a chart from a file.
    public static func read(contentsOf url: URL) throws(ChartError) -> Chart {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            let answer = (error as NSError).localizedDescription
            throw ChartError(file: url.path, line: nil, message: "cannot read the chart: \(answer)")
        }
        return try read(data, file: url.lastPathComponent)
    }
}

extension Chart {
    /// All transitions, each with the index of its state, in document order. A state's initial transition comes first.
    public var transitions: [(state: Int, transition: ChartTransition)] {
        states.indices.flatMap { index in
            ((states[index].initial.map { [$0] } ?? []) + states[index].transitions).map { (index, $0) }
        }
    }
}
