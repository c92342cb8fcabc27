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
        tell: (RerunSessions.Event) -> Void, cameraArrived: (TraceCamera, _ line: Int) -> Void = { _, _ in }
    ) throws(TraceFileError) -> ReplayReport {
        var sessions = RerunSessions(configuration)
        let replay = try TraceReplay(path: path)
        while let step = try replay.next() {
            switch step {
            case .session(let recorded, let session): sessions.begin(session, recorded, tell)
            case .resumed(let snapshot, let engine, _): sessions.resume(snapshot, engine, tell)
            case .step(let input, let effects, let line):
                if let camera = replay.camera { cameraArrived(camera, line) }
                sessions.take(input, effects, line: line, tell)
            }
        }
        sessions.end(tell)
        return replay.report
    }
}
