/// What searches write to one component, and whether the camera heeds it.
struct SearchWrites: Equatable, Sendable {
    /// The latest write that is read back.
    private(set) var latest = InlineList<4, ControlSetting>()
    /// Consecutive read-backs that differed.
    private var misses = 0
    /// Whether an ignored write is being repeated.
    private(set) var isRepeating = false
    /// When the camera answered to the latest repeated write: the driver marks frames from before as if they had been taken
    /// with it.
    private(set) var repeated: Instant?
    /// When the camera answered to the latest write.
    private(set) var answered: Instant?
    /// Whether the component's read-back is unreliable: it is not asked for any more.
    private(set) var isUnreliable = false
    /// How many more frames may show a lens that has not come to rest where the search begins, or another exposure.
    var framesToRest = 0

    /// Number of rewrites before read-back is given up.
    private static let rewriteLimit = 2

    /// The camera has taken a write.
    mutating func wasAnswered(at time: Instant) {
        answered = time
        if isRepeating { repeated = time }
        isRepeating = false
    }

    /// A write is going to be read back.
    mutating func willRead(_ settings: InlineList<4, ControlSetting>) { latest = settings }

    /// The latest write was read back as it should be.
    mutating func wasHeeded() { misses = 0 }

    /// The latest write was read back as something else.
    /// - Returns: whether it is worth another write.
    mutating func wasIgnored() -> Bool {
        misses += 1
        if misses > Self.rewriteLimit { isUnreliable = true }
        return !isUnreliable
    }

    /// The ignored write is to be repeated.
    mutating func willRepeat() { isRepeating = true }

    /// Nobody is interested in the repetition any more.
    mutating func stopRepeating() { isRepeating = false }

    /// The value that was written to a control by the latest write that is read back; nil: it was not part of it.
    func value(_ id: ControlID) -> Int64? {
        for index in 0..<latest.count {
            if let setting = latest[index], setting.id == id { return setting.value.integer }
        }
        return nil
    }
}
