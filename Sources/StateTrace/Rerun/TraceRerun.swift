import FocusCore
import TraceLines

/// Runs the sessions of a trace file again under other configurations, in constant memory for a file of any length.
public enum TraceRerun {
    /// - Parameters:
    ///   - configuration: makes the configuration of a session from the recorded one.
    ///   - tell: gets all steps.
    ///   - cameraArrived: gets the camera that an input names, and the input's line, before `tell` gets that step.
    /// - Returns: the report of the replay that goes along. If it has a divergence, this version decides otherwise than the
    ///   recording did even with nothing changed; what was told before it counts.
    /// - Throws: `TraceFileError` when nothing of the file can be read.
    public static func run(
        path: String, configuration: @escaping (Configuration) -> Configuration,
        tell: @escaping (RerunSessions.Event) -> Void,
        cameraArrived: @escaping (TraceCamera, _ line: Int) -> Void = { _, _ in }
    ) throws(TraceFileError) -> ReplayReport {
        // A class, because the replay hands its steps to a closure.
        final class Sessions {
            var all: RerunSessions
            /// The line that the replay is taking.
            var line: TraceLine?
            init(_ all: RerunSessions) { self.all = all }
        }
        let sessions = Sessions(RerunSessions(configuration))
        let reader = try LineReader(path: path)
        let follow = { (step: ReplayStep) in
            switch step {
            case .session(let recorded, let session): sessions.all.begin(session, recorded, tell)
            case .resumed(let snapshot, let engine, _): sessions.all.resume(snapshot, engine, tell)
            case .step(let input, let effects, let line):
                let camera = sessions.line.flatMap { TraceReading.camera(of: input, $0) }
                if let camera { cameraArrived(camera, line) }
                sessions.all.take(input, effects, line: line, tell)
            }
        }
        let report = try Replay.run(following: follow) { () throws(TraceFileError) -> TraceLine? in
            sessions.line = try reader.next()
            return sessions.line
        }
        sessions.all.end(tell)
        return report
    }
}
