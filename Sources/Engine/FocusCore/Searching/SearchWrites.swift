/// The writes of searches to one component, and their read-back. If a camera ignores a single write, the next frames are credited to a
/// position that was never reached, and the search ends at a wrong one, which is held and verified like a right one.
///
/// A step is read back at once where the search has the time for that: a tenth of a frame on most cameras. On a slower one (`longestRead`)
/// it is only while a doubt stands: until frames have shown the step before it, and after one that was ignored. Otherwise frames that
/// differ visibly from those before the write prove it, although something that moves at just that moment looks the same. `Searches` reads
/// the other steps back when no frame shows them, and the last step always, unless a hold that is read back follows.
struct SearchWrites: Equatable, Sendable, Snapshotable {
    /// The latest write that can be read back.
    private(set) var latest = ControlSettings()
    private var misses = 0
    private(set) var isRepeating = false
    /// The time of the camera's answer to the latest repeated write: the driver marks earlier frames with the repeated value, too.
    private(set) var repeated: Instant?
    private var made: Instant?
    private(set) var answered: Instant?
    /// True when the component's read-back is unreliable: it is not read back any more.
    private(set) var isUnreliable = false
    /// Frames still to come in which the lens may be on its way to the search's start, or the exposure may be an earlier one.
    var framesToRest = 0
    /// True when the latest write needs no read-back: it was read back as it was written, or it cannot be.
    private(set) var isProven = false
    /// True when frames of this search have shown its latest step but one.
    private var isFollowed = false
    /// True when the latest write is to be read back as soon as the camera is free.
    private(set) var isReadDue = false

    /// Number of rewrites before read-back is given up.
    private static let rewriteLimit = 2
    /// Each step is read back where a call takes no longer than this. Sixteen positions, of two calls and five frames each, then take
    /// 7.4 s at 30 frames a second, which is less than a search may (`SettleTimes.searchDeadline`).
    private static let longestRead = TimeSpan.milliseconds(150)
    /// The time between two frames where the camera does not tell it: 30 frames a second.
    private static let usualInterval = TimeSpan(nanoseconds: 33_333_333)

    /// A search begins: nothing is known yet of what the camera makes of its writes.
    mutating func searchBegins() {
        isProven = false
        isFollowed = false
        isReadDue = false
    }

    mutating func willWrite(at time: Instant) { made = time }

    mutating func wasAnswered(at time: Instant) {
        answered = time
        if isRepeating { repeated = time }
        isRepeating = false
        isProven = false
        isReadDue = false
    }

    /// Says whether an accepted write is read back at once.
    /// - Parameters:
    ///   - isSuperseded: true when the search wants another value already: the newest one comes first.
    ///   - isSearching: false when the value is kept, because the search is over.
    mutating func mustBeReadAtOnce(
        _ settings: ControlSettings, canBeRead: Bool, isSuperseded: Bool, isSearching: Bool,
        interval: TimeSpan
    ) -> Bool {
        guard canBeRead, !isUnreliable else {
            isProven = true
            return false
        }
        latest = settings
        return isQuick(interval) || !isSuperseded && (!isSearching || isReadAtOnce)
    }

    /// True when the latest write is read back at once: the search has the time for that, or a doubt stands.
    var isReadAtOnce: Bool { callTime <= Self.longestRead || !isFollowed || misses > 0 }

    mutating func cannotBeRead() { isProven = true }

    mutating func wasHeeded() {
        misses = 0
        isProven = true
    }

    /// The latest write was read back with another value.
    /// - Returns: true when it should be written again.
    mutating func wasIgnored() -> Bool {
        misses += 1
        isFollowed = false
        if misses > Self.rewriteLimit { isUnreliable = true }
        isProven = isUnreliable
        return !isUnreliable
    }

    /// The search is about to count a frame, which differs from those before the write by more than noise (`isShown`), or to end with it.
    /// - Returns: true when the write is read back first, and the frame does not count.
    mutating func mustBeRead(isShown: Bool, isLast: Bool) -> Bool {
        isFollowed = isShown
        isReadDue = !isProven && (!isShown || isLast)
        return isReadDue
    }

    /// The read-back that was due is under way.
    mutating func isBeingRead() { isReadDue = false }

    mutating func willRepeat() { isRepeating = true }

    /// The search is over: neither a repetition nor a read-back is needed any longer.
    mutating func stopRepeating() {
        isRepeating = false
        isReadDue = false
    }

    /// True when the camera has answered to the latest write within half a frame, of this interval; zero: unknown.
    func isQuick(_ interval: TimeSpan) -> Bool {
        let frame = interval > .zero ? interval : Self.usualInterval
        return callTime.nanoseconds <= frame.nanoseconds / 2
    }

    /// The time in which the camera has answered to the latest write; zero: unknown.
    private var callTime: TimeSpan {
        guard let made, let answered else { return .zero }
        return answered.since(made)
    }

    /// The value of a control in `latest`; nil when it is not part of it.
    func value(_ id: ControlID) -> Int64? { latest.value(of: id)?.integer }
}

/// The meaning of a frame for the latest write of a search.
enum SearchEvidence: Equatable, Sendable {
    /// The frame is not evidence for a search: the search waits, or no search is under way.
    case notNeeded
    /// The frame would count: it differs from those before the write by more than noise (`isShown`), or the search would end with it.
    case needed(isShown: Bool, isLast: Bool)
}
