import FocusCore

/// Runs the sessions of a trace file again under other configurations, in constant memory for a file of any length.
public enum TraceRerun {
    /// - Parameters:
    ///   - configuration: makes the configuration of a session from the recorded one.
    ///   - tell: gets all steps. What it or `configuration` throws ends the re-run.
    ///   - cameraArrived: gets the camera that an input names, and the input's line, before `tell` gets that step.
    /// - Returns: the report of the replay that goes along. If it has a divergence, this version decides otherwise than the
    ///   recording did even with nothing changed; what was told before it counts.
    /// - Throws: `TraceFileError` when nothing of the file can be read.
    public static func run(
        path: String, configuration: @escaping (Configuration) throws -> Configuration,
        tell: (RerunSessions.Event) throws -> Void, cameraArrived: (TraceCamera, _ line: Int) -> Void = { _, _ in }
    ) throws -> ReplayReport {
        var failure: (any Error)?
        func attempt(_ body: () throws -> Void) {
            guard failure == nil else { return }
            do {
                try body()
            } catch {
                failure = error
            }
        }
        var sessions = RerunSessions { recorded in
            var changed = recorded
            attempt { changed = try configuration(recorded) }
            return changed
        }
        func pass(_ event: RerunSessions.Event) { attempt { try tell(event) } }
        let replay = try TraceReplay(path: path)
        while failure == nil, let step = try replay.next() {
            switch step {
            case .session(let recorded, let session): sessions.begin(session, recorded, pass)
            case .resumed(let snapshot, let engine, _): sessions.resume(snapshot, engine, pass)
            case .step(let input, let effects, let line):
                if let camera = replay.camera { cameraArrived(camera, line) }
                sessions.take(input, effects, line: line, pass)
            }
        }
        sessions.end(pass)
        if let failure { throw failure }
        return replay.report
    }
}
