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

    @Test(
        "A search that was seen to go on is over as soon as the camera says so; one that was not gets the shortest time",
        arguments: [
            ([1, 2], [nil, .stable]), ([1, 4], [nil, .searchFailed]), ([1, 0], [nil, .stable]),
            ([2, 2, 2, 2], [nil, nil, nil, .stable]), ([4, 4, 4, 4], [nil, nil, nil, .searchFailed]),
        ] as [([Int64], [SettleEvent?])])
    func status(_ told: [Int64], _ expected: [SettleEvent?]) {
        var tracker = SettleTracker(position: nil)
        tracker.begin(level: .oneShot, watching: .autoFocusStatus, at: Self.at(0))
        var events: [SettleEvent?] = []
        for (index, value) in told.enumerated() {
            events.append(tracker.observe(value, at: Self.at(100 * Int64(index + 1)), SettleTimes()))
        }
        #expect(events == expected)
    }

    @Test("The status of a button's search says nothing of a search that was not begun with the button")
    func statusOfButton() {
        var rig = EngineRig(
            started: CameraExamples.camera(CameraExamples.basics + CameraExamples.region() + CameraExamples.button))
        rig.camera?.statuses = [4]
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        #expect(rig.settled.map(\.focusLevel) == [.region])
        #expect(rig.settled.map(\.focus) == [.converged] && rig.settled.map(\.exposure) == [.converged])
    }
}
