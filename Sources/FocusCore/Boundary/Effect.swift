/// What the engine wants done or told. The shell does it in this order, and has no opinion.
public enum Effect: Equatable, Sendable {
    /// The machine has taken a state.
    case state(StateReport)
    /// A timer shall expire at the deadline. It replaces an earlier one of the same id.
    case arm(TimerID, deadline: Instant, generation: UInt32)
    /// A timer is not needed any more.
    case disarm(TimerID)
    /// A call to the camera's controls, answered by `cameraAnswered`.
    case call(ControlCall)
    /// Frames are needed: stream, unless that is done already, and measure this in each frame from now on. Answered by
    /// `framesBegan` or `framesUnavailable` with the same id. Ids count up from 1.
    case requestFrames(id: UInt32, FrameRequest)
    /// The frames that were requested with this id are not needed any more: end the stream, so that another program may have
    /// it. Answered by `framesEnded` with the same id.
    case releaseFrames(id: UInt32)
    /// Focus and exposure have both come to their end after a tap.
    case settled(SettledReport)
    /// A search for focus has ended.
    case searched(FocusSearchReport)
    /// A search for the exposure has ended.
    case exposed(ExposureReport)
    /// What the camera that has arrived can do.
    case levels(LevelReport)
    /// Contacts that were no tap, or a tap that was not on the picture.
    case tapIgnored(TapIgnored, tap: TapID? = nil)
    /// A tap that the camera cannot honour at all; nothing has changed.
    case tapRefused(TapRefused, tap: TapID? = nil)
    /// The accelerometer is needed, or not needed any more.
    case motionSensor(awake: Bool)
    /// Something came in that cannot be right; it is reported once and ignored.
    case fault(Fault)
    /// The program may end: the camera has its original values back, or has refused some of them.
    case stopped(isComplete: Bool)
}

/// What a step returns: at most `EffectList.capacity` effects, in place.
public typealias EffectList = InlineList<20, Effect>

/// The machine has taken a state.
public struct StateReport: Equatable, Sendable {
    public var state: FocusState
    /// The point that is held, in camera coordinates; nil in continuousAuto.
    public var point: PointOfInterest?
    public var cause: Cause
    public var rule: FocusRule
    public var indicator: Indicator
    /// What has unlocked it: what moved, or that nobody has touched the screen for long. Nil when it was none of that.
    public var moved: MovedReason?
    /// The tap that has led to it, where whoever made it has given it an id.
    public var tap: TapID?
    /// What can unlock it besides a tap and the view being shown; nil where it does not wait for that.
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

/// What counted as the machine's "moved".
public enum MovedReason: UInt8, CaseIterable, Equatable, Sendable {
    /// The device was moved.
    case accelerometer
    /// What the camera sees has changed, and was still then.
    case scene
    /// Nobody has touched the screen for long.
    case idle

    public var name: StaticString {
        switch self {
        case .accelerometer: "accelerometer"
        case .scene: "scene"
        case .idle: "idle"
        }
    }
}

/// Some of the reasons that count as the machine's "moved".
public struct MovedReasons: OptionSet, Equatable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ reason: MovedReason) { rawValue = 1 << reason.rawValue }

    public func contains(_ reason: MovedReason) -> Bool { contains(MovedReasons(reason)) }
}

/// Why a tap was refused.
public enum TapRefused: UInt8, CaseIterable, Equatable, Sendable {
    /// There is no camera.
    case noCamera
    /// The camera has neither a focus nor an exposure to set.
    case nothingToSet
    /// The camera has refused everything that was tried.
    case cameraRefused

    public var name: StaticString {
        switch self {
        case .noCamera: "no camera"
        case .nothingToSet: "nothing to set"
        case .cameraRefused: "camera refused"
        }
    }
}

/// Something that came in and cannot be right.
public enum Fault: Equatable, Sendable {
    /// A sample that is not a number.
    case accelerationNotFinite
    /// A touch outside the range that the screen gave.
    case touchOutOfRange
    /// A touchscreen whose range is empty or inverted.
    case touchRangeUnusable
    /// A calibration matrix that cannot be inverted.
    case calibrationUnusable
    /// A control whose step is 0; it is taken as 1.
    case controlStepUnusable(ControlID)
    /// A control whose range is empty or inverted; the camera counts as not having it.
    case controlRangeUnusable(ControlID)
    /// A control that was written several times, and still tells what it held before.
    case controlIgnored(ControlID)
    /// A control of which the camera has made something else than what was written, several times.
    case controlChanged(ControlID)
    /// A control that the engine has changed held something at the beginning that the camera does not take: it cannot be put
    /// back, and stays as it is.
    case originalUnusable(ControlID)
    /// A control that an automatic rules was refused although the automatic had been switched off again: which automatic.
    case automaticReturns(ControlID)
    /// Another program has changed a control while it was held; it is put right, once for each tap.
    case holdBroken(ControlID)
    /// That has happened again, or the camera has refused to be put right: it is not held any more, until the next tap.
    case holdLost(ControlID)
    /// Frames were needed and cannot be had; EBUSY (16): another program streams. For a tap the next level takes
    /// their place, where there is one; a scene is not watched, and nothing is kept right, until they can be had.
    case framesRefused(errno: Int32)
    /// The stream has ended by itself.
    case framesEnded(errno: Int32)
    /// A frame's statistics that are no numbers, or outside of what can be.
    case frameUnusable
    /// A compensation that is no number; it is ignored.
    case compensationUnusable
    /// What is held cannot be made so bright or dark: so many EV are missing, below 0 where it is too bright.
    case compensationLimited(missing: Double)

    /// For traces: it never changes.
    public var name: StaticString {
        switch self {
        case .accelerationNotFinite: "accelerationNotFinite"
        case .touchOutOfRange: "touchOutOfRange"
        case .touchRangeUnusable: "touchRangeUnusable"
        case .calibrationUnusable: "calibrationUnusable"
        case .controlStepUnusable: "controlStepUnusable"
        case .controlRangeUnusable: "controlRangeUnusable"
        case .controlIgnored: "controlIgnored"
        case .controlChanged: "controlChanged"
        case .originalUnusable: "originalUnusable"
        case .automaticReturns: "automaticReturns"
        case .holdBroken: "holdBroken"
        case .holdLost: "holdLost"
        case .framesRefused: "framesRefused"
        case .framesEnded: "framesEnded"
        case .frameUnusable: "frameUnusable"
        case .compensationUnusable: "compensationUnusable"
        case .compensationLimited: "compensationLimited"
        }
    }
}
