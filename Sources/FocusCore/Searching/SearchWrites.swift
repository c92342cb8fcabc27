/// The writes of searches to one component, and their read-back.
struct SearchWrites: Equatable, Sendable, Snapshotable {
    /// The latest write that is read back.
    private(set) var latest = InlineList<4, ControlSetting>()
    /// Consecutive read-backs that differed.
    private var misses = 0
    /// True while an ignored write is being repeated.
    private(set) var isRepeating = false
    /// The time of the camera's answer to the latest repeated write. The driver marks earlier frames as if they had
    /// been taken with the repeated value.
    private(set) var repeated: Instant?
    /// The time of the camera's answer to the latest write.
    private(set) var answered: Instant?
    /// True when the component's read-back is unreliable: it is not read back any more.
    private(set) var isUnreliable = false
    /// Number of frames still to come in which the lens may be on its way to the start of the search, or the exposure
    /// may be an earlier one.
    var framesToRest = 0

    /// Number of rewrites before read-back is given up.
    private static let rewriteLimit = 2

    /// The camera has accepted a write.
    mutating func wasAnswered(at time: Instant) {
        answered = time
        if isRepeating { repeated = time }
        isRepeating = false
    }

    /// A write is going to be read back.
    mutating func willRead(_ settings: InlineList<4, ControlSetting>) { latest = settings }

    /// The latest write was read back with the written value.
    mutating func wasHeeded() { misses = 0 }

    /// The latest write was read back with another value.
    /// - Returns: true when it should be written again.
    mutating func wasIgnored() -> Bool {
        misses += 1
        if misses > Self.rewriteLimit { isUnreliable = true }
        return !isUnreliable
    }

    /// The ignored write is to be repeated.
    mutating func willRepeat() { isRepeating = true }

    /// The repetition is no longer needed.
    mutating func stopRepeating() { isRepeating = false }

    /// The value of a control in `latest`; nil when it is not part of it.
    func value(_ id: ControlID) -> Int64? {
        for index in 0..<latest.count {
            if let setting = latest[index], setting.id == id { return setting.value.integer }
        }
        return nil
    }
}
