import FocusCore
import TraceLines

/// Runs the sessions of a trace file again under other configurations, in constant memory for a file of any length.
public enum TraceRerun {
    /// - Parameters:
    ///   - configuration: makes the configuration of a session from the recorded one.
    ///   - tell: gets all steps.
    /// - Returns: the report of the replay that goes along. If it has a divergence, this version decides otherwise than the
    ///   recording did even with nothing changed; what was told before it counts.
    /// - Throws: `TraceFileError` when nothing of the file can be read.
    public static func run(
        path: String, configuration: @escaping (Configuration) -> Configuration,
        tell: @escaping (RerunSessions.Event) -> Void
    ) throws(TraceFileError) -> ReplayReport {
        // A class, because the replay hands its steps to a closure.
        final class Sessions {
            var all: RerunSessions
            init(_ all: RerunSessions) { self.all = all }
        }
        let sessions = Sessions(RerunSessions(configuration))
        let report = try Replay.run(path: path) { step in
            switch step {
            case .session(let recorded, let session): sessions.all.begin(session, recorded, tell)
            case .resumed(let snapshot, let engine, _): sessions.all.resume(snapshot, engine, tell)
            case .step(let input, let effects, let line): sessions.all.take(input, effects, line: line, tell)
            }
        }
        sessions.all.end(tell)
        return report
    }
}
