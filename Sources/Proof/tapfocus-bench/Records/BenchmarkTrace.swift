import FocusCore
import Foundation
import StateTrace

extension TraceHeader {
    static var bench: TraceHeader {
        TraceHeader(tool: "bench", chart: "", monotonic: 0, wallClock: "", configuration: Configuration())
    }
}

/// The speed of the replay of a trace, beside that of a program that only counts its lines: in millions a second.
struct ReplaySpeed {
    var replay: Double
    var counting: Double

    init(of path: String, records: Int) throws {
        var report = ReplayReport()
        let cost = try Measurement.of(repetitions: records, runs: 5) { report = try Replay.run(path: path) }
        guard report.divergence == nil, report.fault == nil else { throw Failure("the replay of \(path) goes astray") }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let limit = Measurement.of(repetitions: records, runs: 5) {
            var lines = 0
            bytes.withUnsafeBytes { for byte in $0 where byte == 0x0a { lines &+= 1 } }
            precondition(lines > 0)
        }
        (replay, counting) = (1000 / cost.nanoseconds, 1000 / limit.nanoseconds)
    }
}
