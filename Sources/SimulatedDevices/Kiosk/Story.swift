import FocusCore

/// What happens before a simulated kiosk, in order.
public struct Story: Equatable, Sendable {
    public var happenings: [Happening]
    /// When the program is told to stop.
    public var end: Instant

    public init(happenings: [Happening], end: Instant) {
        self.happenings = happenings
        self.end = end
    }
}

/// One thing that happens, what a person is told about it, and what is claimed to come of it.
public struct Happening: Equatable, Sendable {
    public var time: Instant
    public var action: Action
    /// For the person who watches; empty where nothing needs to be said.
    public var caption: String
    /// What the caption says, in a form that a test can check against the engine's effects until the next caption.
    public var claims: [Claim]

    public init(at time: Instant, _ action: Action, caption: String = "", claims: [Claim] = []) {
        self.time = time
        self.action = action
        self.caption = caption
        self.claims = claims
    }

    public enum Action: Equatable, Sendable {
        /// Only the caption.
        case nothing
        case finger(FingerGesture)
        case hand(HandMovement)
        /// The application shows something else than the camera's view.
        case viewHidden
        /// The application shows the camera's view again.
        case viewShown
        /// The application recognised a tap itself, in view coordinates 0…1.
        case viewTapped(x: Double, y: Double)
        case cameraUnplugged
        case cameraPluggedIn
        /// From now on the camera refuses to write the control with this errno; nil: not any more.
        case refuse(ControlID, errno: Int32?)
        /// Another program takes the camera's stream, if nobody has it, or gives it back.
        case streamTaken(Bool)
        /// A person walks before the kiosk, and stops with the middle there, as a share of the picture's width.
        case visitorComes(Double)
        case visitorLeaves
    }

    /// What a caption claims.
    public enum Claim: Equatable, Sendable {
        /// The machine takes the state with that name (FocusState.name), by that rule.
        case reaches(String, FocusRule)
        /// Focus and exposure are both seen to come to rest.
        case settles
        /// A gesture is no tap, or not on the picture.
        case ignores(TapIgnored)
        /// Motion is remembered, and nothing else comes of it.
        case remembersMotion
        /// The machine's state stays, and the camera keeps the lens and the exposure that it was told to hold.
        case keepsHolding
        /// What was held is let go, for that reason.
        case unlocks(MovedReason)
    }
}

extension Story {
    /// The story of `tapfocus demo`, about 24 s long. Its moments fit a force-lock time of 3 s, `ViewSettings.simulatedKiosk`,
    /// and `CameraModel.software`.
    public static let demo = Story(
        happenings: [
            Happening(
                at: .demo(0), .nothing,
                caption: "The camera’s own automatics look at the middle only, the shelf. The flower near by "
                    + "is blurred, the window too bright.",
                claims: [.reaches("continuousAuto", .start)]),
            Happening(
                at: .demo(1.9), .finger(.tap(x: 282, y: 288)),
                caption: "A tap on the flower, 25 cm away. The camera takes no region of interest, so "
                    + "TapFocus searches in its frames: exposure, then lens.",
                claims: [.reaches("autoAndForceLocked", .tapped), .settles]),
            Happening(
                at: .demo(4.1), .hand(.push),
                caption: "Found, held, read back. Somebody pushes the kiosk: within 3 s of a tap that changes "
                    + "nothing, it is only remembered.",
                claims: [.remembersMotion, .keepsHolding]),
            Happening(
                at: .demo(5.0), .nothing,
                caption: "The 3 s are over. The kiosk was moved meanwhile, so whoever tapped has moved on: "
                    + "back to the middle of the picture.",
                claims: [.reaches("continuousAuto", .lockElapsedMoved)]),
            Happening(
                at: .demo(6.6), .finger(.tap(x: 896, y: 302)),
                caption: "Now the mountains, 20 m away and in the sun: the exposure gets short, the room "
                    + "turns dark, the lens ends at infinity.",
                claims: [.reaches("autoAndForceLocked", .tapped), .settles]),
            Happening(
                at: .demo(9.6), .nothing,
                caption: "After 3 s without motion the camera still holds. But from now on, moving the kiosk lets go.",
                claims: [.reaches("unlockableLocked", .lockElapsedStill)]),
            Happening(
                at: .demo(10.8), .finger(.drag(fromX: 820, fromY: 560, toX: 380, toY: 500)),
                caption: "A finger that is dragged over the screen is no tap, nor is one on the application’s "
                    + "button, outside of the view: ignored.",
                claims: [.ignores(.dragged), .keepsHolding]),
            Happening(
                at: .demo(11.9), .finger(.tap(x: 196, y: 764)), claims: [.ignores(.outsideView), .keepsHolding]),
            Happening(
                at: .demo(13.0), .hand(.lift),
                caption: "The kiosk is lifted and tilted: it lets go. Focus and exposure follow the middle again.",
                claims: [.reaches("continuousAuto", .movedUnlocks)]),
            Happening(
                at: .demo(14.8), .finger(.tap(x: 282, y: 288)),
                caption: "Another tap on the flower: the same again, from where the lens and the exposure are by now.",
                claims: [.reaches("autoAndForceLocked", .tapped), .settles]),
            Happening(
                at: .demo(17.8), .nothing, claims: [.reaches("unlockableLocked", .lockElapsedStill)]),
            Happening(
                at: .demo(18.4), .visitorComes(0.52),
                caption: "The next person steps before the kiosk, and touches nothing. The frames tell: "
                    + "another scene, and still. That lets go, too.",
                claims: [.reaches("continuousAuto", .movedUnlocks), .unlocks(.scene)]),
            Happening(at: .demo(21.4), .viewHidden),
            Happening(
                at: .demo(21.9), .viewShown,
                caption: "The application showed another page, and now shows the camera’s view again: "
                    + "whoever comes starts afresh, in continuous.",
                claims: [.reaches("continuousAuto", .viewShown)]),
        ], end: .demo(23.5))
}

extension Instant {
    /// A moment of a story, in seconds since its start.
    public static func demo(_ seconds: Double) -> Instant {
        Instant(nanoseconds: 0).advanced(by: .seconds(seconds))
    }
}
