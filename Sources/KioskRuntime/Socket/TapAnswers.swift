import FocusCore

/// Assigns the engine's answers to the clients that tapped.
///
/// The camera accepts one tap at a time, so at most one client waits. Effects of a tap's own step belong to the client
/// that made it, except that an older tap is overtaken; later effects belong to the waiting client. A gesture on the
/// touchscreen has no client to answer.
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

    /// The client whose tap is under way.
    private(set) var waiting: ControlServer.ClientID?
    private var step = Step.other

    mutating func beginStep(of event: Input.Event, _ client: ControlServer.ClientID?) {
        switch event {
        case .viewTapped: step = .clientTap(client)
        case .touch, .touchesLost, .touchscreenLeft: step = .gesture
        default: step = .other
        }
    }

    /// The answer to a client that an effect of the step contains; nil if it contains none.
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

    /// Ends the step: a tap without an answer waits from now on. Returns the client that waited before.
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
