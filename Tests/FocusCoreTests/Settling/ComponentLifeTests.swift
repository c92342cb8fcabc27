import Testing

@testable import FocusCore

/// A component from "once" to its hold.
struct ComponentLifeTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test("Nothing counts as stable before the shortest time, however long it has stood still")
    func shortestTime() {
        var life = ComponentLife(position: 100)
        life.begin(level: .region, watching: .focusAbsolute, at: Self.at(0))
        var events: [SettleEvent?] = []
        for milliseconds in stride(from: Int64(50), through: 400, by: 50) {
            events.append(life.observe(120, at: Self.at(milliseconds), SettleTimes()))
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
        var life = ComponentLife(position: nil)
        life.begin(level: .oneShot, watching: .autoFocusStatus, at: Self.at(0))
        var events: [SettleEvent?] = []
        for (index, value) in told.enumerated() {
            events.append(life.observe(value, at: Self.at(100 * Int64(index + 1)), SettleTimes()))
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

    private static let written: InlineList<4, ControlSetting> = {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.focusAbsolute, .integer(120)))
        return settings
    }()

    /// Does to a life what a letter says: it begins to search (b), is stable (s), fails (f), has had its time (t), its hold is written
    /// (w), is read back (c), is accepted (h), is refused (r), is broken (x), is renewed (n), gives way to another plan (p), and the
    /// component follows the scene (l). Or its search has lost its frames (o).
    private static func follow(_ marks: String) -> ComponentLife {
        var life = ComponentLife(position: 100)
        for mark in marks {
            switch mark {
            case "b": life.begin(level: .software, watching: nil, at: at(0))
            case "s": _ = life.handle(.stable)
            case "f": _ = life.handle(.searchFailed, because: .tooDark)
            case "t": _ = life.handle(.timeGiven)
            case "w": life.wrote(written)
            case "c": life.check()
            case "h": _ = life.handle(.holdWritten)
            case "r": _ = life.handle(.holdRefused)
            case "x": _ = life.wasBroken()
            case "n": life.holdAnew()
            case "p": life.planReplaced()
            case "o": life.planReplaced(isLowered: true)
            default: _ = life.handle(.continuous)
            }
        }
        return life
    }

    @Test(
        "It is in the chart's state; a hold that waits for its read-back gives way to another plan",
        arguments: [
            ("", .continuous, false), ("b", .adjusting, false), ("bs", .converged, false), ("bf", .failed, false),
            ("bt", .assumed, false), ("bswc", .converged, true), ("bfwc", .failed, true), ("btwcp", .assumed, false),
            ("bswch", .held, false), ("bsr", .notHeld, false), ("bfwcr", .notHeld, false), ("bth", .held, false),
            ("bthn", .converged, false), ("bfhx", .converged, false), ("bswchl", .continuous, false),
            ("bl", .continuous, false), ("h", .continuous, false), ("n", .continuous, false), ("bh", .adjusting, false),
            ("bshb", .adjusting, false), ("bsrn", .notHeld, false), ("bswn", .converged, false),
        ] as [(String, SettleState, Bool)])
    func states(_ marks: String, _ state: SettleState, _ isChecking: Bool) {
        let life = Self.follow(marks)
        #expect(life.state == state && life.isChecking == isChecking)
        #expect(life.isAdjusting == (state == .adjusting) && life.isHeld == (state == .held))
        let hasHold = state != .continuous && state != .adjusting
        #expect((life.hold != nil) == hasHold && life.hasHold == (hasHold && state != .notHeld))
        #expect(life.level == (state == .continuous ? .none : .software))
        #expect(life.levelInUse == (state == .continuous || state == .notHeld ? .none : .software))
    }

    @Test("A search that has lost its frames is over while the camera is told a lower level; another plan undoes that")
    func lowered() {
        let isSearching = ["b", "bo", "bop", "bob", "bos", "o"].map { Self.follow($0).isSearching }
        #expect(isSearching == [true, false, true, true, false, false])
        #expect(Self.follow("bo").isAdjusting && Self.follow("bop") == Self.follow("b"))
    }

    @Test(
        "The outcome is that of the search, unless the camera refuses the hold; the first failure counts",
        arguments: [
            ("bs", .converged, nil), ("bf", .failed, .tooDark), ("bt", .held, nil), ("bthn", .held, nil),
            ("bsr", .failed, .refused), ("bfr", .failed, .tooDark),
        ] as [(String, SettledReport.Outcome, FailureReason?)])
    func outcomes(_ marks: String, _ outcome: SettledReport.Outcome, _ failure: FailureReason?) {
        let hold = Self.follow(marks).hold
        #expect(hold?.outcome == outcome && hold?.failure == failure)
    }

    @Test("A hold is written four times until a wrong read-back counts, and four times more when it is renewed")
    func misreadings() {
        var life = Self.follow("bsw")
        for _ in 0..<2 {
            for isWrittenAgain in [true, true, true, false] {
                life.check()
                let isMisread = life.wasMisread()
                #expect(isMisread == isWrittenAgain)
                life.planReplaced()
            }
            life.holdAnew()
        }
        life.check()
        life.wasVerified()
        #expect(life.hold?.isVerified == true)
    }

    @Test("The first break since the tap is put right; the second is not, until the next tap")
    func breaks() {
        var life = Self.follow("bswch")
        let first = life.wasBroken()
        _ = life.handle(.holdWritten)
        let second = life.wasBroken()
        #expect(first && !second && life.hold?.written == Self.written)
        life = Self.follow("bswchxhbswh")
        let firstOfNext = life.wasBroken()
        #expect(firstOfNext)
    }

    @Test("A position may be held once it was seen to change and then read since the tap; a status is no position")
    func reliablePosition() {
        let table: [(watched: ControlID, readings: [Int64], held: Int64?)] = [
            (.focusAbsolute, [100], nil), (.focusAbsolute, [], nil), (.focusAbsolute, [110], 110),
            (.focusAbsolute, [110, 120], 120), (.autoFocusStatus, [1, 0], nil),
        ]
        for (watched, readings, held) in table {
            var life = ComponentLife(position: 100)
            life.begin(level: .region, watching: watched, at: Self.at(0))
            for value in readings { _ = life.observe(value, at: Self.at(50), SettleTimes()) }
            _ = life.handle(.stable)
            #expect(life.hold?.position == held, "\(watched) \(readings)")
        }
    }
}
