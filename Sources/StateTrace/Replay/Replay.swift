import Foundation
import TraceLines

/// Feeds a recording to an engine and compares what comes with what came then, byte for byte.
public enum Replay {
    /// Replays a file of any length in constant memory. It stops at the first difference, or at the first line that
    /// cannot be read; what was read before it counts.
    /// - Throws: what the system answered when the file could not be opened, or nothing of it be read.
    public static func run(path: String) throws(TraceFileError) -> ReplayReport {
        let reader = try LineReader(path: path)
        return try run { () throws(TraceFileError) in try reader.next() }
    }

    /// - Parameter next: the next line; nil at the end.
    static func run(_ next: () throws(TraceFileError) -> TraceLine?) throws(TraceFileError) -> ReplayReport {
        var replay = LineReplay()
        var last = 0
        do throws(TraceFileError) {
            while let line = try next() {
                last = line.number
                let isFinished = replay.take(line)
                if isFinished { return replay.report }
            }
        } catch {
            guard last > 0 else { throw error }
            let expected = "a line that can be read; the system answered: \(String(cString: strerror(error.code)))"
            replay.fail(ReplayReport.Fault(line: last + 1, column: 0, expected: expected))
            return replay.report
        }
        replay.finish()
        return replay.report
    }
}
