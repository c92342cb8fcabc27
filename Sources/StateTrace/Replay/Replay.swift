import Foundation
import TraceLines

/// Feeds a recording to an engine and compares the engine's effects with the recorded ones, byte for byte.
public enum Replay {
    /// Replays a file of any length in constant memory. It stops at the first difference or at the first malformed
    /// line; the report covers everything before it.
    /// - Parameter follow: gets the beginning of each session and each step of the engine, in order.
    /// - Throws: `TraceFileError` when the file cannot be opened, or nothing of it can be read.
    public static func run(
        path: String, following follow: ((ReplayStep) -> Void)? = nil
    ) throws(TraceFileError) -> ReplayReport {
        try run(path: path, isOver: { false }, following: follow)
    }

    /// The same, up to where somebody has seen enough.
    /// - Parameter isOver: asked before each line; true ends the replay there, as if the file ended.
    public static func run(
        path: String, isOver: () -> Bool, following follow: ((ReplayStep) -> Void)?
    ) throws(TraceFileError) -> ReplayReport {
        let reader = try LineReader(path: path)
        return try run(following: follow) { () throws(TraceFileError) in isOver() ? nil : try reader.next() }
    }

    /// - Parameter next: returns the next line; nil at the end.
    static func run(
        following follow: ((ReplayStep) -> Void)? = nil, _ next: () throws(TraceFileError) -> TraceLine?
    ) throws(TraceFileError) -> ReplayReport {
        var replay = LineReplay(snapshots: EngineSnapshot.coding, following: follow)
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
