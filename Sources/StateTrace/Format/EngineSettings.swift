import FocusCore

/// A `Configuration` as it stands in a file: in a trace's header, and in the configuration file of `run`.
///
/// Every key may be left out; what is left out keeps its default. Times are in seconds, lengths on the touchscreen in
/// millimetres, lengths on the screen in pixels.
public struct EngineSettings: Codable, Equatable, Sendable {
    /// Seconds for which a tapped point is held whatever happens.
    public var forceLockTime: Double?
    /// [width, height] in pixels.
    public var screen: [Double]?
    /// [x, y, width, height] in pixels.
    public var view: [Double]?
    /// fill, fit or stretch.
    public var videoGravity: String?
    /// 0, 90, 180 or 270 degrees clockwise.
    public var rotation: Int?
    public var mirrored: Bool?
    /// [x, y, width, height] of the camera's image, 0…1.
    public var crop: [Double]?
    /// Six numbers, as in LIBINPUT_CALIBRATION_MATRIX.
    public var calibration: [Double]?
    public var regions: Regions?
    public var tap: Tap?
    public var motion: Motion?
    public var settle: Settle?

    public struct Regions: Codable, Equatable, Sendable {
        public var focus: Double?
        public var exposure: Double?
    }

    public struct Tap: Codable, Equatable, Sendable {
        public var longestTime: Double?
        public var farthestMovement: Double?
        public var farthestMovementShare: Double?
        public var largestContact: Double?
        public var largestContactShare: Double?
    }

    public struct Motion: Codable, Equatable, Sendable {
        /// deviation or article.
        public var rule: String?
        public var deviation: Double?
        public var duration: Double?
        public var gravityTimeConstant: Double?
        public var shockTime: Double?
        public var articleThreshold: Double?
        public var articleInterval: Double?
    }

    public struct Settle: Codable, Equatable, Sendable {
        public var pollInterval: Double?
        public var stableTime: Double?
        public var shortestTime: Double?
        public var deadline: Double?
        public var timeGiven: Double?
        public var retryDelay: Double?
    }

    public init() {}
}

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
