/// The searches that continuous use needs, where the camera has no automatic of its own: when they are due.
struct DueSearches: Equatable, Sendable, Snapshotable {
    /// Components to search again as soon as frames come at the full rate.
    private(set) var components: ComponentSet = []
    private var watch: FocusWatch
    /// True when no search is under way and the watch has begun.
    private var isWatching = false

    init(_ settings: FocusSearchSettings) {
        watch = FocusWatch(settings: settings)
    }

    mutating func change(to settings: FocusSearchSettings) { watch.settings = settings }

    /// All components are to be searched; `isFree`: a person or an application has caused it, and `searchesPerMinute` does not count it.
    mutating func add(isFree: Bool, at time: Instant) {
        components = isFree || watch.isAffordable(at: time) ? .all : []
    }

    /// The stream was lost: what was searched is searched again in the next one, if the budget allows it.
    mutating func addAgain(at time: Instant) {
        if components != .all, watch.isAffordable(at: time) { components = .all }
    }

    mutating func add(_ component: Component) { components.insert(component.set) }

    /// Frames come at the full rate: the searches begin.
    mutating func begin() -> ComponentSet {
        defer { components = [] }
        isWatching = false
        return components
    }

    /// A stream has begun, so the watch starts again.
    mutating func streamBegan() { isWatching = false }

    mutating func look(at frame: FrameStatistics) {
        guard isWatching, watch.look(frame) else { return }
        isWatching = false
        components = .all
    }

    /// Nothing is searched: the scene is watched, unless it is already, or a search is due. The latest one found this sharpness; nil: none.
    mutating func beginWatch(found: Double?) {
        guard components.isEmpty, !isWatching else { return }
        isWatching = true
        watch.begin(found: found)
    }

    mutating func abandon() {
        components = []
        isWatching = false
    }
}
