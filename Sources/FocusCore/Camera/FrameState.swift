/// The frames of one camera: their use, the stream, and the searches in them.
struct FrameState: Equatable, Sendable, Snapshotable {
    /// The use of frames.
    enum Use: Equatable, Sendable, Snapshotable {
        case nothing
        /// A tap searches at the point, once.
        case tap(PointOfInterest)
        /// The scene is watched while the point is held: a change of it counts as moved.
        case scene(PointOfInterest)
        /// The camera has no automatic: the engine searches again when the scene changes.
        case continuous(PointOfInterest)
    }

    private(set) var use = Use.nothing
    var stream = StreamLife()
    /// The id of the latest request that was made to watch the scene; 0: there was none.
    var watchRequest: UInt32 = 0
    var failures = StreamFailures()

    var focus = FocusRun()
    var exposure = ExposureRun()
    /// The writes of the searches.
    var writes = PerComponent(focus: SearchWrites(), exposure: SearchWrites())
    /// Decides when continuous use needs another search.
    var watch: FocusWatch
    /// Components to search again in continuous use, as soon as frames come at the full rate.
    var dueSearches: ComponentSet = []
    /// The metered brightness of the latest frame of the present searches; nil: none has come.
    var latestBrightness: Double?
    /// True when no search is under way and the watch has begun.
    var isWatching = false

    init(_ settings: FocusSearchSettings) {
        watch = FocusWatch(settings: settings)
    }

    /// True when a search has a setting that is not written yet.
    var hasWishes: Bool { focus.wanted != nil || exposure.wanted != nil }

    var isForTap: Bool { if case .tap = use { true } else { false } }

    @inline(__always)
    var isSearching: Bool { focus.isSearching || exposure.isSearching }

    /// Changes the use of frames.
    mutating func change(to use: Use) {
        guard use != self.use else { return }
        self.use = use
        focus.useChanged()
    }

    /// Drops all searches. The lens stays where the last write has sent it.
    mutating func abandonSearches() {
        focus.abandon()
        exposure.abandon()
        for component in Component.allCases { writes[component].stopRepeating() }
        dueSearches = []
        latestBrightness = nil
        isWatching = false
    }
}
