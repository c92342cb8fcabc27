/// A command or a report of the engine. The shell carries effects out in their order and decides nothing itself.
public enum Effect: Equatable, Sendable {
    /// The machine has entered a state, possibly the same one again.
    case state(StateReport)
    /// Arm a timer that expires at the deadline. It replaces an earlier timer with the same id.
    case arm(TimerID, deadline: Instant, generation: UInt32)
    /// Disarm a timer.
    case disarm(TimerID)
    /// Make a call to the camera's controls. `cameraAnswered` answers it.
    case call(ControlCall)
    /// Start a stream, unless one is running, and measure each following frame. `FrameNews.began` or `.unavailable` answers with the id.
    case requestFrames(id: UInt32, FrameRequest)
    /// End the stream that was requested with this id, so that another program can use it. `FrameNews.ended` answers with the same id.
    case releaseFrames(id: UInt32)
    /// Focus and exposure have both ended after a tap.
    case settled(SettledReport)
    /// A search for focus has ended.
    case searched(FocusSearchReport)
    /// A search for the exposure has ended.
    case exposed(ExposureReport)
    /// The camera's levels: it has arrived, or one of its controls has turned out to be useless.
    case levels(LevelReport)
    /// The camera's zoom: it has arrived with one, or has another one now. What is held stays held, and is shown elsewhere.
    case zoomed(ZoomReport)
    /// Somebody keeps what is held from now on, nil: nobody does any more. `tap` is the id of the wish that led to it.
    case kept(Keeper?, tap: TapID? = nil)
    /// The camera's privacy shutter was closed or opened.
    case shutter(isClosed: Bool)
    /// The camera has its original values back, or is gone: another one may take its place. `isComplete` as in `stopped`.
    case cameraReleased(isComplete: Bool)
    /// A light was switched, or the held exposure has been found again because of one.
    case relit(LightReport)
    /// Contacts that were no tap, or a tap outside the picture.
    case tapIgnored(TapIgnored, tap: TapID? = nil)
    /// A tap that the camera cannot honour at all; nothing has changed.
    case tapRefused(TapRefused, tap: TapID? = nil)
    /// A temporary compensation is over; the lasting one, in EV, is in force again.
    case compensationTakenBack(to: Double)
    /// Switch the accelerometer on or off.
    case motionSensor(awake: Bool)
    /// An impossible input, which is reported once and ignored, or a failure of the camera.
    case fault(Fault)
    /// The program may end. `isComplete` is false when the camera has refused some of its original values.
    case stopped(isComplete: Bool)

    init(_ demand: Demand) {
        switch demand {
        case .call(let call): self = .call(call)
        case .requestFrames(let id, let request): self = .requestFrames(id: id, request)
        case .releaseFrames(let id): self = .releaseFrames(id: id)
        }
    }
}

/// The effects of one step: at most `EffectList.capacity`, stored in place.
public typealias EffectList = InlineList<24, Effect>

/// The machine has entered a state, possibly the same one again.
public struct StateReport: Equatable, Sendable {
    public var state: FocusState
    /// The held point in coordinates of the picture; nil in continuousAuto, and where the zoom does not show it any more.
    public var point: PointOfInterest?
    public var cause: Cause
    public var rule: FocusRule
    public var indicator: Indicator
    /// The reason that counted as moved and has ended the hold; nil for every other cause.
    public var moved: MovedReason?
    /// The id of the tap that led to this state; nil when its sender gave none, or the cause is no tap.
    public var tap: TapID?
    /// The reasons that can unlock this state, besides a tap and `viewShown`; nil when it does not wait for them.
    public var unlockers: MovedReasons?

    public init(
        state: FocusState, point: PointOfInterest?, cause: Cause, rule: FocusRule, indicator: Indicator,
        moved: MovedReason? = nil, tap: TapID? = nil, unlockers: MovedReasons? = nil
    ) {
        self.state = state
        self.point = point
        self.cause = cause
        self.rule = rule
        self.indicator = indicator
        self.moved = moved
        self.tap = tap
        self.unlockers = unlockers
    }

    public enum Cause: UInt8, CaseIterable, Equatable, Sendable {
        case start, tap, timer, motion, view

        public var name: StaticString {
            switch self {
            case .start: "start"
            case .tap: "tap"
            case .timer: "timer"
            case .motion: "motion"
            case .view: "view"
            }
        }
    }
}

/// A reason that counts as the machine's "moved".
public enum MovedReason: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    /// The device was moved.
    case accelerometer
    /// The scene has changed and has then been still.
    case scene
    /// Nobody has touched the screen for `Configuration.unlockAfter`.
    case idle

    public var name: StaticString {
        switch self {
        case .accelerometer: "accelerometer"
        case .scene: "scene"
        case .idle: "idle"
        }
    }
}

/// A set of reasons that count as the machine's "moved".
public struct MovedReasons: OptionSet, Equatable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ reason: MovedReason) { rawValue = 1 << reason.rawValue }

    public func contains(_ reason: MovedReason) -> Bool { contains(MovedReasons(reason)) }
}

/// The reason why a tap was refused.
public enum TapRefused: UInt8, CaseIterable, Equatable, Sendable {
    /// There is no camera.
    case noCamera
    /// Neither focus nor exposure of the camera can be set.
    case nothingToSet
    /// The camera has refused all levels that were tried.
    case cameraRefused
    /// The camera's privacy shutter is closed.
    case shutterClosed
    /// Another camera is about to take this one's place.
    case switching

    public var name: StaticString {
        switch self {
        case .noCamera: "no camera"
        case .nothingToSet: "nothing to set"
        case .cameraRefused: "camera refused"
        case .shutterClosed: "shutter closed"
        case .switching: "switching"
        }
    }
}
