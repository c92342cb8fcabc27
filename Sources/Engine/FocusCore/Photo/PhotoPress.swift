/// The wish for one photo, and what has happened since.
public struct PhotoPress: Equatable, Sendable {
    /// A time in which nothing settled.
    private struct Calm: Equatable, Sendable {
        var since: Instant
        /// Nil: it goes on.
        var until: Instant?
    }

    /// The end of the wait.
    let waitEnd: Instant
    let isNow: Bool
    /// The time in which the frames that are wanted come, and two more: one may be under way, and one damaged.
    let framesTime: TimeSpan
    /// The earliest time at which the exposure of the photo's frame may have begun.
    private(set) var earliest: Instant
    /// The latest time of calm; nil: there was none since the press.
    private var calm: Calm?
    private let pressed: Instant

    /// - Parameter interval: the time between two frames; zero: unknown.
    init(at time: Instant, wait: TimeSpan, isNow: Bool, interval: TimeSpan, count: Int) {
        let interval = max(interval, .zero)
        let (span, overflow) = interval.nanoseconds.multipliedReportingOverflow(by: Int64(min(max(count, 1), 9)) + 2)
        framesTime = TimeSpan(nanoseconds: overflow ? .max : span)
        pressed = time
        waitEnd = time.advanced(by: max(wait, .zero))
        self.isNow = isNow
        // The frame that was being exposed at the press began up to one interval before it.
        earliest = isNow ? time.earlier(by: interval) : time
    }

    /// True while the photo may go on waiting until nothing settles.
    func mayWait(at time: Instant) -> Bool { !isNow && time < waitEnd }

    /// Nothing settles from this time on.
    /// - Parameter keepingEarliest: true if the holder was asked for a frame already, and goes on.
    mutating func rested(_ since: Instant, keepingEarliest: Bool = false) {
        calm = Calm(since: since, until: nil)
        if !isNow, !keepingEarliest { earliest = max(pressed, since) }
    }

    mutating func stirred(at time: Instant) {
        if calm?.until == nil { calm?.until = time }
    }

    /// The wait is over: the photo is taken as things are.
    mutating func waitIsOver() {
        if earliest < waitEnd { earliest = waitEnd }
    }

    /// True while nothing settles.
    var isCalmNow: Bool {
        guard let calm else { return false }
        return calm.until == nil
    }

    /// True if nothing settled between these times.
    func isCalm(from start: Instant, to end: Instant) -> Bool {
        guard let calm, start >= calm.since else { return false }
        return calm.until.map { end <= $0 } ?? true
    }
}
