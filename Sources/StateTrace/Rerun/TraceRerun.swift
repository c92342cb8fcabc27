import FocusCore
import TraceLines

/// Runs the sessions of a trace file again under other configurations, in constant memory for a file of any length.
public enum TraceRerun {
    /// News of a re-run. A recorded step is told before the steps of the re-run that come of it.
    public enum Event: Sendable {
        /// A session begins. Indirect, because a configuration is large.
        indirect case session(TraceSession, recorded: Configuration, rerun: Configuration)
        case recorded(RecordedStep)
        case rerun(RerunStep)
    }

    /// - Parameters:
    ///   - configuration: makes the configuration of a session from the recorded one.
    ///   - tell: gets all steps.
    /// - Returns: the report of the replay that goes along. If it has a divergence, this version decides otherwise than the
    ///   recording did even with nothing changed; what was told before it counts.
    /// - Throws: `TraceFileError` when nothing of the file can be read.
    public static func run(
        path: String, configuration: @escaping (Configuration) -> Configuration, tell: @escaping (Event) -> Void
    ) throws(TraceFileError) -> ReplayReport {
        let sessions = RerunSessions(configuration, tell)
        final class Middle { var fault: ReplayReport.Fault? }
        let middle = Middle()
        var report = try Replay.run(path: path) { step in
            switch step {
            case .session(let recorded, let session): sessions.begin(session, recorded)
            case .resumed(_, let line):
                sessions.abandon()
                middle.fault = middle.fault ?? .beginsInMiddle(line: line)
            case .step(let input, let effects, let line): sessions.take(input, effects, line)
            }
        }
        sessions.end()
        report.fault = middle.fault ?? report.fault
        return report
    }
}
