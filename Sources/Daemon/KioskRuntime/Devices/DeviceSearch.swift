import FocusCore
import LinuxDevices

struct DeviceSearch {
    /// A device that stayed for less counts as a failure.
    private static let shortestStay = TimeSpan.milliseconds(1000)
    private var backoff = Backoff(first: .milliseconds(2000))
    private var arrival: Instant?
    /// True if the last search found a device that reported itself gone.
    private var wasLeaving = false

    mutating func succeeded(at time: Instant) {
        arrival = time
        wasLeaving = false
    }

    struct Consequence: Equatable {
        /// The announcement for a person; nil: nothing new.
        var sentence: String?
        var retry: Instant?
        /// True if no such device is connected: the next search follows its arrival.
        var isOver = false
    }

    /// A named lens is searched for once its camera has been found. If it is missing, the camera cannot be used either, and no
    /// event reports the lens's arrival.
    /// - Parameter isLeaving: true if the device may be just being unplugged, or set up by udev.
    mutating func failed(_ error: DeviceError, isLeaving: Bool = true, at time: Instant) -> Consequence {
        let isLens = error.role == .lens
        // Another kind of device is not worth a message. udev reports when that changes.
        if !isLens, error.kind == .doesNotExist || error.kind == .wrongKind {
            backoff.reset()
            wasLeaving = false
            return Consequence(isOver: true)
        }
        // Mostly it is gone, or ready, a moment later: no message. If it reports the same again, it is there and fails.
        let isUnsettled = isLeaving && (error.kind == .gone && !isLens || error.kind == .unready)
        let isFirst = isUnsettled && !wasLeaving
        wasLeaving = isUnsettled
        guard !isFirst else { return Consequence(retry: backoff.retry(at: time)) }
        let sentence = isLens ? AnnouncementWords.words(forNamedLens: error) : error.description
        let isNews = backoff.isNews(sentence)
        let retry = backoff.retry(at: time)
        // Waiting does not resolve an ambiguous choice.
        return Consequence(sentence: isNews ? sentence : nil, retry: error.kind == .ambiguous ? nil : retry)
    }

    /// - Returns: the time of the next search; nil for an immediate one.
    mutating func left(at time: Instant) -> Instant? {
        if let arrival, time.since(arrival) < Self.shortestStay { return backoff.retry(at: time) }
        backoff.reset()
        return nil
    }
}
