import FocusCore

/// A `Configuration` as it is written in a file: in a trace's header, and in the configuration file of `run`.
///
/// Every key is optional; without it the default applies. Times are in seconds, lengths on the touchscreen in
/// millimetres, lengths on the screen in pixels.
public struct EngineSettings: Equatable, Sendable {
    /// The time for which a tapped point is held unconditionally, in seconds.
    public var forceLockTime: Double?
    /// The time without a touch that counts as moved, in seconds; nil: never.
    public var unlockAfter: Double?
    /// Exposure compensation in EV, -4…4; positive is brighter.
    public var exposureCompensation: Double?
    /// auto, always, never or without-accelerometer.
    public var sceneWatch: String?
    /// The time without motion after which auto watches the scene beside an accelerometer, in seconds.
    public var sceneWatchAfter: Double?
    /// WIDTHxHEIGHT in pixels.
    public var screen: String?
    /// X,Y,WIDTHxHEIGHT in pixels of the screen.
    public var view: String?
    /// fill, fit or stretch.
    public var videoGravity: String?
    /// 0, 90, 180 or 270 degrees clockwise.
    public var rotation: Double?
    public var mirrored: Bool?
    /// [x, y, width, height] of the camera's image, 0…1.
    public var crop: [Double]?
    /// Six numbers, as in LIBINPUT_CALIBRATION_MATRIX.
    public var calibration: [Double]?
    public var regions: Regions?
    public var tap: Tap?
    /// deviation or article.
    public var motionRule: String?
    public var motionDetection: MotionDetection?
    public var settle: Settle?
    public var autofocus: Autofocus?
    public var autoexposure: Autoexposure?
    public var scene: Scene?

    public struct Regions: Equatable, Sendable {
        public var focus: Double?
        public var exposure: Double?
    }

    public struct Tap: Equatable, Sendable {
        public var longestTime: Double?
        public var farthestMovement: Double?
        public var farthestMovementShare: Double?
        public var largestContact: Double?
        public var largestContactShare: Double?
    }

    public struct MotionDetection: Equatable, Sendable {
        public var deviation: Double?
        public var duration: Double?
        public var gravityTimeConstant: Double?
        public var shockTime: Double?
        public var articleThreshold: Double?
        public var articleInterval: Double?
    }

    public struct Settle: Equatable, Sendable {
        public var pollInterval: Double?
        public var stableTime: Double?
        public var shortestTime: Double?
        public var deadline: Double?
        public var timeGiven: Double?
        public var searchDeadline: Double?
        public var retryDelay: Double?
    }

    public init() {}
}

// The configuration file and the writer of a header use Foundation's coders, which Embedded Swift does not have.
#if !hasFeature(Embedded)
    extension EngineSettings: Codable {}
    extension EngineSettings.Regions: Codable {}
    extension EngineSettings.Tap: Codable {}
    extension EngineSettings.MotionDetection: Codable {}
    extension EngineSettings.Settle: Codable {}
#endif

/// A setting whose value is not allowed.
public struct SettingError: Error, Equatable, CustomStringConvertible {
    /// The key, with dots: "tap.longestTime".
    public var key: String
    /// The values that are allowed.
    public var expected: String
    /// A sentence that proposes a value, with a space before it; empty: there is none.
    public var proposal: String

    public init(key: String, expected: String, proposal: String = "") {
        self.key = key
        self.expected = expected
        self.proposal = proposal
    }

    public var description: String { "\(key): expected \(expected)\(proposal.isEmpty ? "" : ".\(proposal)")" }
}

extension EngineSettings {
    /// Every key that a file may contain; the keys of an inner object are written with a dot.
    public static let knownKeys: [String] = [
        "forceLockTime", "unlockAfter", "exposureCompensation", "sceneWatch", "sceneWatchAfter", "screen",
        "view", "videoGravity", "rotation",
        "mirrored", "crop", "calibration", "motionRule",
        "regions", "regions.focus", "regions.exposure",
        "tap", "tap.longestTime", "tap.farthestMovement", "tap.farthestMovementShare", "tap.largestContact",
        "tap.largestContactShare",
        "motionDetection", "motionDetection.deviation", "motionDetection.duration",
        "motionDetection.gravityTimeConstant", "motionDetection.shockTime", "motionDetection.articleThreshold",
        "motionDetection.articleInterval",
        "settle", "settle.pollInterval", "settle.stableTime", "settle.shortestTime", "settle.deadline",
        "settle.timeGiven", "settle.searchDeadline", "settle.retryDelay",
        "autofocus", "autofocus.coarseStep", "autofocus.longestStep", "autofocus.fineStep", "autofocus.contrastRatio",
        "autofocus.certainRatio", "autofocus.leastSharpness", "autofocus.confirmations", "autofocus.retries",
        "autofocus.evaluations",
        "autofocus.noise", "autofocus.lensDelay", "autofocus.writePatience", "autofocus.attempts",
        "autofocus.confirmationRatio", "autofocus.changeRatio", "autofocus.stillFrames", "autofocus.searchesPerMinute",
        "autoexposure", "autoexposure.target", "autoexposure.placeWeight", "autoexposure.tolerance",
        "autoexposure.longestDelay",
        "autoexposure.clippedShare", "autoexposure.longestShare", "autoexposure.confirmingFrames",
        "autoexposure.mostFrames", "autoexposure.mains",
        "scene", "scene.change", "scene.changedShare", "scene.stillness", "scene.movingShare", "scene.stillTime",
        "scene.referenceTimeConstant", "scene.lightFactor", "scene.pause",
    ]
}
