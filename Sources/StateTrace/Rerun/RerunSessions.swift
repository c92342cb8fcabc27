import FocusCore
import TraceLines

/// Runs sessions again while they are read, in constant memory. A class, because replay hands it steps through a closure.
final class RerunSessions {
    private var recording = RecordedRun()
    private var rerun: Rerun?
    /// The next step to pass.
    private var next = 0
    private let configuration: (Configuration) -> Configuration
    private let tell: (TraceRerun.Event) -> Void

    /// The recorded answer to a call is looked for so many steps ahead: a minute of samples and frames.
    private static let window = 4096

    /// - Parameters:
    ///   - configuration: makes the configuration of a session from the recorded one.
    ///   - tell: gets all steps.
    init(
        _ configuration: @escaping (Configuration) -> Configuration = { $0 },
        _ tell: @escaping (TraceRerun.Event) -> Void
    ) {
        self.configuration = configuration
        self.tell = tell
    }

    func begin(_ session: TraceSession, _ recorded: Configuration) {
        end()
        let changed = configuration(recorded)
        tell(.session(session, recorded: recorded, rerun: changed))
        rerun = Rerun(configuration: changed)
    }

    func take(_ input: Input, _ effects: EffectList, _ line: Int) {
        guard rerun != nil else { return }
        recording.append(input, effects, line: line)
        if recording.end - next > Self.window { pass() }
        recording.keepLast(2 * Self.window)
    }

    /// Forgets the session that has just begun: it goes on with inputs that are not in the recording.
    func abandon() {
        (recording, rerun, next) = (RecordedRun(), nil, 0)
    }

    /// Ends the session, if there is one.
    func end() {
        while next < recording.end { pass() }
        if let last = recording[recording.end - 1] {
            rerun?.finish(at: last.input.time, of: recording) { tell(.rerun($0)) }
        }
        recording = RecordedRun()
        rerun = nil
        next = 0
    }

    private func pass() {
        if let step = recording[next] {
            tell(.recorded(step))
            rerun?.pass(next, of: recording) { tell(.rerun($0)) }
        }
        next += 1
    }
}
