import FocusCore
import Testing

/// Calls of a search that nobody waits for any more, because something else was wanted meanwhile.
struct SupersededSearchTests {
    private static func searching(
        until fits: (ControlCall.Operation) -> Bool, ignoring ignored: [ControlID: Int] = [:]
    ) throws -> EngineRig {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.camera?.ignored = ignored
        let isThere = rig.film(until: fits)
        try #require(isThere)
        rig.forget()
        return rig
    }

    @Test(
        "A stop while a search writes is followed by what restores, and by no reading back", arguments: [false, true])
    func stopDuringWrite(_ isRefused: Bool) throws {
        var rig = try Self.searching { $0.writesOnly(.focusAbsolute) }
        rig.camera?.failuresAhead = isRefused ? 1 : 0
        rig.send(.stop)
        rig.answerAll()
        #expect(!rig.calls.contains { $0.isRead })
        #expect(rig.searches == [])
        #expect(rig.stops == 1 && rig.camera?.integer(.focusAuto) == 1)
    }

    @Test("What a check finds after the camera was told something else is not written again")
    func continuousDuringCheck() throws {
        var rig = try Self.searching(until: { $0.readsOnly(.focusAbsolute) }, ignoring: [.focusAbsolute: 1])
        rig.send(.viewShown)
        rig.answerAll()
        #expect(rig.camera?.integer(.focusAuto) == 1)
        #expect(!rig.writes.contains { $0.hasPrefix("focus=") }, "\(rig.writes)")
        #expect(rig.allViolations == [])
    }

    @Test("A tap while a search writes is not kept waiting by a reading back")
    func tapDuringWrite() throws {
        var rig = try Self.searching { $0.writesOnly(.focusAbsolute) }
        rig.answersAtOnce = false
        rig.send(.viewTapped(x: 0.75, y: 0.5))
        rig.answerOne()
        let demand = try #require(rig.demand)
        #expect(rig.call?.operation.isRead != true, "\(demand)")
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(9000)
        #expect(rig.settled.last?.focus == .converged)
    }
}
