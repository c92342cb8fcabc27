import FocusCore

/// A `Configuration` as it stands in a file: in a trace's header, and in the configuration file of `run`.
///
/// Every key may be left out; what is left out keeps its default. Times are in seconds, lengths on the touchscreen in
/// millimetres, lengths on the screen in pixels.
public struct EngineSettings: Equatable, Sendable {
    /// Seconds for which a tapped point is held whatever happens.
    public var forceLockTime: Double?
    /// Seconds without a touch that count as moved; nil: never.
    public var unlockAfter: Double?
    /// EV, -4…4.
    public var exposureCompensation: Double?
    /// auto, always or never.
    public var sceneWatch: String?
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

/// A setting that cannot be.
public struct SettingError: Error, Equatable, CustomStringConvertible {
    /// The key, with dots: "tap.longestTime".
    public var key: String
    /// What is expected there.
    public var expected: String

    public init(key: String, expected: String) {
        self.key = key
        self.expected = expected
    }

    public var description: String { "\(key): expected \(expected)" }
}

extension EngineSettings {
    /// Every key that a file may have; with a dot the keys of an inner object.
    public static let knownKeys: [String] = [
        "forceLockTime", "unlockAfter", "exposureCompensation", "sceneWatch", "screen", "view", "videoGravity",
        "rotation",
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
        "autoexposure", "autoexposure.target", "autoexposure.tolerance", "autoexposure.longestDelay",
        "autoexposure.clippedShare", "autoexposure.longestShare", "autoexposure.confirmingFrames",
        "autoexposure.mostFrames", "autoexposure.mains",
        "scene", "scene.change", "scene.changedShare", "scene.stillness", "scene.movingShare", "scene.stillTime",
        "scene.referenceTimeConstant", "scene.lightFactor", "scene.pause",
    ]
}
