/// The stream of one camera: what is measured in it, what for, and what is searched.
struct FrameState: Equatable, Sendable {
    /// What frames are needed for.
    enum Use: Equatable, Sendable {
        case nothing
        /// Something is searched at a point, once.
        case tap(PointOfInterest)
        /// What is held at a point shall be let go when the scene changes.
        case scene(PointOfInterest)
        /// The camera has no automatic: it is kept right about a point.
        case continuous(PointOfInterest)
    }

    private(set) var use = Use.nothing
    var stream = StreamLife()
    var failures = StreamFailures()

    var focus = FocusRun()
    var exposure = ExposureRun()
    /// What the searches write.
    var writes = PerComponent(focus: SearchWrites(), exposure: SearchWrites())
    /// Looks whether what is kept right needs another search.
    var watch: FocusWatch
    /// Components that are kept right and are to be searched anew, as soon as frames come at the full rate.
    var dueSearches: ComponentSet = []
    /// Whether nothing is searched, and the watch has begun.
    var isWatching = false

    init(_ settings: FocusSearchSettings) {
        watch = FocusWatch(settings: settings)
    }

    /// Whether a search wants what the camera has not been told yet.
    var hasWishes: Bool { focus.wanted != nil || exposure.wanted != nil }

    var isForTap: Bool { if case .tap = use { true } else { false } }

    var isSearching: Bool { focus.isSearching || exposure.isSearching }

    /// Frames are needed for something else now.
    mutating func change(to use: Use) {
        guard use != self.use else { return }
        self.use = use
        focus.useChanged()
    }

    /// What was searched is not searched any more; the lens may be anywhere.
    mutating func abandonSearches() {
        focus.abandon()
        exposure.abandon()
        for component in Component.allCases { writes[component].stopRepeating() }
        dueSearches = []
        isWatching = false
    }
}
