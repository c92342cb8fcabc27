import FocusCore

/// Runs sessions again while they are read, in constant memory.
public struct RerunSessions {
    /// News of a re-run. A recorded step is told before the steps of the re-run that come of it.
    public enum Event: Sendable {
        /// A session begins. Indirect, because a configuration is large.
        indirect case session(TraceSession, recorded: Configuration, rerun: Configuration)
        /// It begins in its middle. Indirect, because an engine is large.
        indirect case resumed(SessionBeginning)
        case recorded(RecordedStep)
        case rerun(RerunStep)
    }

    private var recording = RecordedRun()
    private var rerun: Rerun?
    private var next = 0
    private let configuration: (Configuration) -> Configuration

    /// The recorded answer to a call is looked for so many steps ahead: a minute of samples and frames.
    private static let window = 4096

    /// - Parameter configuration: makes the configuration of a session from the recorded one.
    public init(_ configuration: @escaping (Configuration) -> Configuration = { $0 }) {
        self.configuration = configuration
    }

    /// Begins a session, after ending the one before.
    /// - Parameter tell: gets all steps, here and below.
    public mutating func begin(_ session: TraceSession, _ recorded: Configuration, _ tell: (Event) -> Void) {
        end(tell)
        let changed = configuration(recorded)
        tell(.session(session, recorded: recorded, rerun: changed))
        begin(SessionBeginning(recorded), changed)
    }

    /// Begins a session in its middle, with the engine of the snapshot.
    public mutating func resume(_ snapshot: TraceSnapshot, _ engine: Engine, _ tell: (Event) -> Void) {
        let changed = configuration(engine.configuration)
        // A header may precede the snapshot.
        if rerun == nil || recording.end > 0 {
            end(tell)
            tell(.session(snapshot.session, recorded: engine.configuration, rerun: changed))
        }
        let beginning = SessionBeginning(snapshot, engine)
        tell(.resumed(beginning))
        begin(beginning, changed)
    }

    private mutating func begin(_ beginning: SessionBeginning, _ changed: Configuration) {
        recording = beginning.recording
        rerun = Rerun(beginning.changed(to: changed))
        next = 0
    }

    /// Takes the next recorded step.
    public mutating func take(_ input: Input, _ effects: EffectList, line: Int, _ tell: (Event) -> Void) {
        guard rerun != nil else { return }
        recording.append(input, effects, line: line)
        if recording.end - next > Self.window { pass(tell) }
        recording.keepLast(2 * Self.window)
    }

    /// Forgets the session that has just begun: nobody can run it again.
    public mutating func abandon() {
        recording = RecordedRun()
        rerun = nil
        next = 0
    }

    /// Ends the session, if there is one.
    public mutating func end(_ tell: (Event) -> Void) {
        while next < recording.end { pass(tell) }
        if let last = recording[recording.end - 1] {
            rerun?.finish(at: last.input.time, of: recording) { tell(.rerun($0)) }
        }
        abandon()
    }

    private mutating func pass(_ tell: (Event) -> Void) {
        defer { next += 1 }
        guard let step = recording[next] else { return }
        if step.role != .setup { tell(.recorded(step)) }
        rerun?.pass(next, of: recording) { tell(.rerun($0)) }
    }
}
