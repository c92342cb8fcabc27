import FocusCore
import Glibc
import KioskRuntime
import StateTrace

/// The times of a trace: since its first input, and of the day.
///
/// CLOCK_MONOTONIC starts again from 0 with the machine. So the time between two sessions is the difference of their wall
/// clocks, if both know it and it is not negative; otherwise that of the monotonic clock; otherwise 0.
struct TraceClock {
    private var anchor: (monotonic: Instant, wall: WallClock)?
    /// The moment of the present session from which relative times count, and its relative time.
    private var base: (time: Instant, relative: TimeSpan)?
    private var last: (time: Instant, universal: Int64?)?
    private var isFirst = true
    private var session: TraceSession?

    /// Goes on at a snapshot: in the session that it belongs to, or in another one.
    mutating func resume(_ session: TraceSession) { if !isInside(session) { begin(session) } }

    private func isInside(_ other: TraceSession) -> Bool {
        guard let session else { return false }
        return session.id == other.id && session.monotonic == other.monotonic && session.wallClock == other.wallClock
    }

    /// The relative time of a snapshot further on in the trace; nil if that depends on the sessions in between, because a wall
    /// clock is unknown or was set back.
    func relative(_ snapshot: TraceSnapshot) -> TimeSpan? {
        var clock = self
        clock.resume(snapshot.session)
        clock.observe(snapshot.time)
        if !isInside(snapshot.session) {
            guard let before = last?.universal, let now = clock.last?.universal, now >= before else { return nil }
        }
        return clock.relative(snapshot.time)
    }

    mutating func begin(_ session: TraceSession) {
        self.session = session
        anchor = session.monotonic.flatMap { monotonic in
            session.wallClock.flatMap(WallClock.init).map { (Instant(nanoseconds: monotonic), $0) }
        }
        isFirst = true
    }

    /// Observes an input. Its time can be converted only after that.
    mutating func observe(_ time: Instant) {
        let now = universal(time)
        if isFirst {
            base = (time, relativeStart(time, now))
            isFirst = false
        }
        last = (time, now)
    }

    private func relativeStart(_ time: Instant, _ now: Int64?) -> TimeSpan {
        guard let last else { return .zero }
        var gap = time.since(last.time)
        if let now, let before = last.universal, now >= before {
            gap = Instant(nanoseconds: now).since(Instant(nanoseconds: before))
        }
        return relative(last.time).adding(max(gap, .zero))
    }

    /// The relative time at which a session begins that no input is known of yet.
    func relative(beginning time: Instant) -> TimeSpan {
        var clock = self
        clock.observe(time)
        return clock.relative(time)
    }

    /// The time since the trace's first input.
    func relative(_ time: Instant) -> TimeSpan {
        guard let base else { return .zero }
        return base.relative.adding(time.since(base.time))
    }

    /// True if the present session says what time of day it was.
    var knowsTimeOfDay: Bool { anchor != nil }

    /// The time of day; nil if the trace does not know it.
    func timeOfDay(_ time: Instant) -> String? {
        guard let anchor else { return nil }
        let local = Instant(nanoseconds: anchor.wall.local).advanced(by: time.since(anchor.monotonic))
        return WallClock.timeOfDay(local.nanoseconds)
    }

    /// The time since 1970-01-01T00:00:00Z; nil if the trace does not know it.
    func sinceEpoch(_ time: Instant) -> TimeSpan? { universal(time).map { TimeSpan(nanoseconds: $0) } }

    private func universal(_ time: Instant) -> Int64? {
        anchor.map {
            Instant(nanoseconds: $0.wall.universal).advanced(by: time.since($0.monotonic)).nanoseconds
        }
    }
}

/// The time of day in the header of a trace: 2026-11-22T02:20:00.123+01:00. Old traces may lack the zone.
struct WallClock: Equatable {
    /// Nanoseconds since 1970-01-01T00:00:00, in the place's own time.
    var local: Int64
    /// Nanoseconds by which the place's own time is before UTC; negative west of Greenwich.
    var zone: Int64

    static let second: Int64 = 1_000_000_000

    /// Nil if the text is no time, or the year is outside 1900…2200.
    init?(_ text: String) {
        let (time, rest) = (text.prefix(19), text.dropFirst(19))
        guard text.utf8.count <= 40, Self.form(time) == "0000-00-00T00:00:00" else { return nil }
        let numbers = time.split(whereSeparator: { "-T:".contains($0) }).compactMap { Int32($0) }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
        guard 0...300 ~= parts.tm_year, 0...11 ~= parts.tm_mon, 1...31 ~= parts.tm_mday else { return nil }
        let fraction = rest.first == "." ? rest.dropFirst().prefix { Self.form($0.description) == "0" } : ""
        guard rest.first != "." || 1...9 ~= fraction.count else { return nil }
        let place = rest.first == "." ? rest.dropFirst(1 + fraction.count) : rest
        guard let zone = Self.zone(place) else { return nil }
        local = Int64(timegm(&parts)) * Self.second + (Int64(String(fraction).padded(to: 9, with: "0")) ?? 0)
        self.zone = zone
    }

    /// The text with a zero for each digit, which shows its form.
    private static func form(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map { (0x30...0x39).contains($0) ? 0x30 : $0 }, as: UTF8.self)
    }

    /// The nanoseconds of "+01:00", "-0530", "Z" or nothing; nil: it is something else.
    private static func zone(_ text: Substring) -> Int64? {
        if text.isEmpty || text == "Z" { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard text.first == "+" || text.first == "-", ["00:00", "0000"].contains(form(text.dropFirst())),
            let number = Int64(digits)
        else { return nil }
        let seconds = (number / 100 * 60 + number % 100) * 60
        return (text.first == "-" ? -seconds : seconds) * second
    }

    var universal: Int64 { local - zone }

    /// The time of day at a moment of the place's own time: 02:20:00.123.
    static func timeOfDay(_ local: Int64) -> String {
        let day = 86_400 * second
        let time = (local % day + day) % day / 1_000_000
        let (minutes, milliseconds) = time.quotientAndRemainder(dividingBy: 60_000)
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return String(printf: "%02d:%02d:%02d.%03d", minutes / 60, minutes % 60, seconds, rest)
    }
}
