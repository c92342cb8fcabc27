/// The frames of one camera: the stream, and the searches in them.
struct FrameState: Equatable, Sendable, Snapshotable {
    var stream = StreamLife()

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

    @inline(__always)
    var isSearching: Bool { focus.isSearching || exposure.isSearching }

    /// Changes the use of frames.
    mutating func change(to use: FrameUse) {
        if stream.change(to: use) { focus.useChanged() }
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
