import FocusCore

/// The happenings at a simulated kiosk, in order.
public struct Story: Equatable, Sendable {
    public var happenings: [Happening]
    /// The time at which the program has to stop.
    public var end: Instant

    public init(happenings: [Happening], end: Instant) {
        self.happenings = happenings
        self.end = end
    }
}

/// One event of a story, with a caption for people and claims for tests.
public struct Happening: Equatable, Sendable {
    public var time: Instant
    public var action: Action
    /// The text for the person who watches; empty for none.
    public var caption: String
    /// The caption's statements in a form that a test compares with the engine's effects until the next caption.
    public var claims: [Claim]

    public init(at time: Instant, _ action: Action, caption: String = "", claims: [Claim] = []) {
        (self.time, self.action, self.caption, self.claims) = (time, action, caption, claims)
    }

    public enum Action: Equatable, Sendable {
        /// Nothing happens; there is only a caption.
        case nothing
        case finger(FingerGesture)
        case hand(HandMovement)
        /// The application shows another page instead of the camera's view.
        case viewHidden
        case viewShown
        /// The application itself recognised a tap, in view coordinates 0…1.
        case viewTapped(x: Double, y: Double)
        case cameraUnplugged
        case cameraPluggedIn
        /// Writes of the control fail with this errno; nil: they succeed again.
        case refuse(ControlID, errno: Int32?)
        /// Another program takes the camera's stream, if it is free, or gives it back.
        case streamTaken(Bool)
        /// A person walks into the picture and stops with the body's middle there, as a share of the picture's width.
        case visitorComes(Double)
        case visitorLeaves
        /// The scene is lit by this factor of its own light.
        case light(Double)
    }

    /// A statement of a caption.
    public enum Claim: Equatable, Sendable {
        /// The machine enters the state with that name (FocusState.name) by that rule.
        case reaches(String, FocusRule)
        case settles
        /// A gesture is no tap, or not on the picture.
        case ignores(TapIgnored)
        /// Motion is remembered, and has no other effect.
        case remembersMotion
        /// The machine stays in its state, and the camera keeps the lens position and the exposure that it holds.
        case keepsHolding
        case unlocks(MovedReason)
    }
}

extension Story {
    /// The story of `tapfocus demo`, about 25 s long. Its times fit a force-lock time of 3 s, a scene that
    /// is watched 5 s after the last motion, `ViewSettings.simulatedKiosk` and `CameraModel.software`.
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
                caption: "Found, held and read back. Somebody pushes the kiosk: within 3 s of a tap, motion "
                    + "is only remembered.",
                claims: [.remembersMotion, .keepsHolding]),
            Happening(
                at: .demo(5.0), .nothing,
                caption: "The 3 s are over, and the kiosk was moved meanwhile: that unlocks. Focus and exposure "
                    + "follow the middle again.",
                claims: [.reaches("continuousAuto", .lockElapsedMoved)]),
            Happening(
                at: .demo(6.6), .finger(.tap(x: 896, y: 302)),
                caption: "A tap on the mountains, 20 m away and in the sun: the exposure gets short, the room "
                    + "turns dark, the lens goes to infinity.",
                claims: [.reaches("autoAndForceLocked", .tapped), .settles]),
            Happening(
                at: .demo(9.6), .nothing,
                caption: "After 3 s without motion the camera still holds. Now moving the kiosk unlocks.",
                claims: [.reaches("unlockableLocked", .lockElapsedStill)]),
            Happening(
                at: .demo(10.2), .finger(.drag(fromX: 820, fromY: 560, toX: 380, toY: 500)),
                caption: "A dragged finger is no tap, and a tap on the application’s button is outside the "
                    + "view: both are ignored.",
                claims: [.ignores(.dragged), .keepsHolding]),
            Happening(
                at: .demo(11.2), .finger(.tap(x: 196, y: 764)), claims: [.ignores(.outsideView), .keepsHolding]),
            Happening(
                at: .demo(11.8), .hand(.lift),
                caption: "The kiosk is lifted and tilted: that unlocks. Focus and exposure follow the middle again.",
                claims: [.reaches("continuousAuto", .movedUnlocks)]),
            Happening(
                at: .demo(13.6), .finger(.tap(x: 282, y: 288)),
                caption: "Another tap on the flower: the same search, from where the lens and the exposure are now.",
                claims: [.reaches("autoAndForceLocked", .tapped), .settles]),
            Happening(
                at: .demo(16.6), .nothing, claims: [.reaches("unlockableLocked", .lockElapsedStill)]),
            Happening(
                at: .demo(18.6), .nothing,
                caption: "Nothing has moved for 5 s: this kiosk stands. From now on TapFocus also watches the scene.",
                claims: [.keepsHolding]),
            Happening(
                at: .demo(20.0), .visitorComes(0.52),
                caption: "The next person steps in front of the kiosk and touches nothing. The frames show a "
                    + "new scene at rest: that unlocks, too.",
                claims: [.reaches("continuousAuto", .movedUnlocks), .unlocks(.scene)]),
            Happening(at: .demo(22.7), .viewHidden),
            Happening(
                at: .demo(23.2), .viewShown,
                caption: "The application showed another page, and now shows the camera’s view again: "
                    + "focus and exposure start anew, in continuous.",
                claims: [.reaches("continuousAuto", .viewShown)]),
        ], end: .demo(24.8))
}

extension Instant {
    /// A time of the story, in seconds since its start.
    public static func demo(_ seconds: Double) -> Instant {
        Instant(nanoseconds: 0).advanced(by: .seconds(seconds))
    }
}
