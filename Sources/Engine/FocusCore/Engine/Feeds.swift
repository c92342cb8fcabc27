/// The touchscreen and what its contacts amount to.
struct TouchFeed: Equatable, Sendable, Snapshotable {
    var description: TouchscreenDescription?
    var recognizer: TapRecognizer
    var hasReportedRange = false
    /// True while a program recognises touches and sends the taps: contacts are then no taps.
    var isReplaced = false
}

/// The accelerometer and what its samples amount to.
struct MotionFeed: Equatable, Sendable, Snapshotable {
    enum Sensor: Equatable, Sendable, Snapshotable {
        case absent, asleep, awake
    }

    var sensor = Sensor.absent
    var detector: MotionDetector
    /// The time of the latest accepted tap, motion, or arrival of the sensor: `Configuration.sceneWatchAfter` counts from it.
    var stillSince = Instant(nanoseconds: 0)
    var hasReportedFault = false
}

/// The frames in which the scene is watched, and what they amount to.
struct SceneFeed: Equatable, Sendable, Snapshotable {
    var detector: SceneDetector
    /// The request of these frames; those of another request are the first of a new watch. Nil: the watch begins anew.
    var request: UInt32?
    var hasReportedFault = false
}

/// How the camera's picture lies on the screen.
struct Picture: Equatable, Sendable, Snapshotable {
    /// The size of the camera's image in pixels; 0 where it is unknown.
    private(set) var width: Int32 = 0
    private(set) var height: Int32 = 0
    private(set) var geometry: ViewGeometry
    private var configured: ViewSettings
    /// Where an application shows it; nil: where it is configured.
    private var placement: ViewPlacement?

    init(_ settings: ViewSettings) {
        configured = settings
        geometry = ViewGeometry(settings: settings, touchscreen: nil, imageWidth: 0, imageHeight: 0)
    }

    mutating func imageChanged(width: Int32, height: Int32, on touchscreen: TouchscreenDescription?) {
        (self.width, self.height) = (width, height)
        touchscreenChanged(touchscreen)
    }

    mutating func viewPlaced(_ placement: ViewPlacement?, on touchscreen: TouchscreenDescription?) {
        self.placement = placement
        touchscreenChanged(touchscreen)
    }

    mutating func change(to settings: ViewSettings, on touchscreen: TouchscreenDescription?) {
        configured = settings
        touchscreenChanged(touchscreen)
    }

    mutating func touchscreenChanged(_ touchscreen: TouchscreenDescription?) {
        geometry = ViewGeometry(
            settings: placement.map(configured.placed) ?? configured, touchscreen: touchscreen, imageWidth: width,
            imageHeight: height)
    }
}

/// The locked point, and the reason that is about to unlock it.
struct Lock: Equatable, Sendable, Snapshotable {
    /// The point that is held; nil in continuousAuto.
    var point: PointOfInterest?
    /// The reason that has counted as moved since the last transition.
    var moved: MovedReason?
    /// The keeper of the point; nil: nobody keeps it, and motion lets go of it.
    var keeper: Keeper?
}
