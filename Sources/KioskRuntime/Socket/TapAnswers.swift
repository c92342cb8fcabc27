import FocusCore

/// Finds out whose tap an answer of the engine belongs to.
///
/// The camera takes one tap at a time, so that at most one client waits. What comes out of the step of a tap belongs to
/// whoever made it, except that an older one is overtaken; what comes later belongs to the client that waits. A gesture on
/// the touchscreen answers nobody.
struct TapAnswers {
    enum Answer: Equatable {
        case accepted(ControlServer.ClientID, StateReport)
        case ignored(ControlServer.ClientID, TapIgnored)
        case refused(ControlServer.ClientID, TapRefused)
        case overtaken(ControlServer.ClientID)
    }

    private enum Step {
        /// A tap through the socket; nil once it is answered.
        case clientTap(ControlServer.ClientID?)
        case gesture
        case other
    }

    /// Whose tap the camera is busy with.
    private(set) var waiting: ControlServer.ClientID?
    private var step = Step.other

    mutating func beginStep(of event: Input.Event, _ client: ControlServer.ClientID?) {
        switch event {
        case .viewTapped: step = .clientTap(client)
        case .touch, .touchesLost, .touchscreenLeft: step = .gesture
        default: step = .other
        }
    }

    /// The answer that an effect of the step is to a client; nil where it is none.
    mutating func take(_ effect: Effect) -> Answer? {
        switch effect {
        case .tapIgnored(.overtaken): takeWaiting().map(Answer.overtaken)
        case .tapIgnored(let reason): takeOwn().map { .ignored($0, reason) }
        case .tapRefused(let reason): takeOwnOrWaiting().map { .refused($0, reason) }
        case .state(let report) where report.cause == .tap: takeOwnOrWaiting().map { .accepted($0, report) }
        case .state(let report) where report.cause == .view: takeWaiting().map(Answer.overtaken)
        case .stopped: takeWaiting().map(Answer.overtaken)
        default: nil
        }
    }

    /// A tap of this step that has no answer yet waits from now on. Returns who waited until then.
    mutating func endStep() -> ControlServer.ClientID? {
        defer { step = .other }
        guard let client = takeOwn() else { return nil }
        defer { waiting = client }
        return waiting
    }

    private mutating func takeOwnOrWaiting() -> ControlServer.ClientID? {
        switch step {
        case .clientTap: takeOwn()
        case .gesture: nil
        case .other: takeWaiting()
        }
    }

    private mutating func takeOwn() -> ControlServer.ClientID? {
        guard case .clientTap(let client) = step else { return nil }
        step = .clientTap(nil)
        return client
    }

    private mutating func takeWaiting() -> ControlServer.ClientID? {
        defer { waiting = nil }
        return waiting
    }
}
