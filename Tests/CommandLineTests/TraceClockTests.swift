import FocusCore
import StateTrace
import Testing

@testable import tapfocus

@Suite struct TraceClockTests {
    private func session(_ monotonic: Int64?, _ wallClock: String?) -> TraceSession {
        var session = TraceSession()
        session.monotonic = monotonic
        session.wallClock = wallClock
        return session
    }

    private func instant(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    @Test("The time of day is that of the place where the trace was recorded")
    func timeOfDay() {
        var clock = TraceClock()
        clock.begin(session(5_000_000_000, "2026-11-22T23:59:59.5+05:45"))
        clock.observe(instant(7))
        #expect(clock.timeOfDay(instant(7)) == "00:00:01.500" && clock.relative(instant(7)) == .zero)
        clock.begin(session(nil, "2026-11-22T23:59:59Z"))
        #expect(clock.timeOfDay(instant(7)) == nil)
    }

    @Test("After a restart of the machine, time goes on by the wall clock")
    func restart() {
        var clock = TraceClock()
        clock.begin(session(0, "2026-11-22T10:00:00Z"))
        clock.observe(instant(100))
        clock.observe(instant(110))
        clock.begin(session(0, "2026-11-22T12:10:00+02:00"))
        clock.observe(instant(5))
        #expect(clock.relative(instant(5)) == .milliseconds(505_000))
    }

    @Test("Without a wall clock, a clock that runs on is believed, and one that began anew goes on without a gap")
    func noWallClock() {
        var clock = TraceClock()
        clock.begin(session(nil, nil))
        clock.observe(instant(100))
        clock.begin(session(0, "yesterday"))
        clock.observe(instant(130))
        #expect(clock.relative(instant(130)) == .milliseconds(30_000))
        clock.begin(session(nil, nil))
        clock.observe(instant(1))
        #expect(clock.relative(instant(2)) == .milliseconds(31_000))
    }

    @Test("The time of a snapshot is known in its session, and in a later one by the wall clock")
    func snapshots() {
        func relative(_ clock: TraceClock, _ session: TraceSession, _ seconds: Int64) -> TimeSpan? {
            var snapshot = TraceSnapshot()
            snapshot.session = session
            snapshot.time = instant(seconds)
            return clock.relative(snapshot)
        }
        var clock = TraceClock()
        let first = session(0, "2026-11-22T10:00:00Z")
        clock.begin(first)
        clock.observe(instant(100))
        #expect(relative(clock, first, 130) == .milliseconds(30_000))
        #expect(relative(clock, session(0, "2026-11-22T10:10:00Z"), 5) == .milliseconds(505_000))
        #expect(relative(clock, session(0, "2026-11-22T09:00:00Z"), 5) == nil)
        #expect(relative(clock, session(nil, nil), 130) == nil)
        var unknown = TraceClock()
        unknown.begin(session(nil, nil))
        unknown.observe(instant(100))
        #expect(relative(unknown, session(nil, nil), 130) == .milliseconds(30_000))
        #expect(relative(unknown, first, 130) == nil)
    }

    @Test("Texts that are no times of day are refused, and old ones without a zone are read")
    func texts() throws {
        for text in ["", "2026-11-22", "2026-13-01T00:00:00Z", "9999-01-01T00:00:00Z", "x2026-11-22T00:00:00Z"] {
            #expect(WallClock(text) == nil)
        }
        let epoch = try #require(WallClock("1970-01-01T00:00:00.000000001"))
        #expect(epoch.local == 1 && epoch.zone == 0)
        let west = try #require(WallClock("2000-03-01T00:00:00-0330"))
        #expect(west.local == 951_868_800 * WallClock.second && west.zone == -12_600 * WallClock.second)
    }
}
