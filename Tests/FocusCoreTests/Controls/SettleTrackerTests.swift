import Testing

@testable import FocusCore

/// Readings while a component searches.
struct SettleTrackerTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test("Nothing counts as stable before the shortest time, however long it has stood still")
    func shortestTime() {
        var tracker = SettleTracker(position: 100)
        tracker.begin(level: .region, watching: .focusAbsolute, at: Self.at(0))
        var events: [SettleEvent?] = []
        for milliseconds in stride(from: Int64(50), through: 400, by: 50) {
            events.append(tracker.observe(120, at: Self.at(milliseconds), SettleTimes()))
        }
        #expect(events == [nil, nil, nil, nil, nil, nil, nil, .stable])
    }
}
