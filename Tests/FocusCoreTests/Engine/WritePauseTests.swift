import FocusCore
import Testing

/// A camera that must not be written to quickly, and one whose first frame takes long.
struct WritePauseTests {
    private static func rig(
        _ controls: [ControlDescription], pause: Int64, givesFrames: Bool = true,
        _ configuration: Configuration = Configuration()
    ) -> EngineRig {
        var description = CameraExamples.withFrames(controls, quirks: CameraQuirks(writePause: .milliseconds(pause)))
        description.givesFrames = givesFrames
        return EngineRig(started: description, configuration)
    }

    private static func shortest(_ rig: EngineRig) -> TimeSpan {
        zip(rig.writeTimes, rig.writeTimes.dropFirst()).map { $1.since($0) }.min() ?? .zero
    }

    @Test("A position that a search still wants when the pause is over is not written after the return to continuous")
    func abandonedWish() {
        var rig = Self.rig(CameraExamples.basics, pause: 300)
        rig.tap(0.25, 0.5)
        var isWaiting = false
        for _ in 0..<300 where !isWaiting {
            rig.film(33)
            isWaiting = rig.timers[.writePause] != nil && rig.writes.last?.hasPrefix("focus=") == true
        }
        #expect(isWaiting, "the search has made a step, and wants another")
        rig.forget()
        rig.send(.viewShown)
        rig.film(3000)
        #expect(rig.writes.allSatisfy { !$0.hasPrefix("focus=") }, "\(rig.writes)")
        #expect(rig.camera?.integer(.focusAuto) == 1 && rig.allViolations == [])
    }

    @Test("Two writes are so far apart as the quirk says, through taps, searches, compensation and the end")
    func pause() throws {
        for pause in [Int64(0), 50, 300] {
            for controls in [CameraExamples.basics, CameraExamples.basics + CameraExamples.region()] {
                var rig = Self.rig(controls, pause: pause)
                rig.tap(0.25, 0.5)
                rig.film(2500)
                rig.tap(0.75, 0.5)
                rig.film(1000)
                rig.send(.exposureCompensation(1))
                rig.film(11_000)
                #expect(rig.settled.count == 1 || rig.settled.count == 2)
                #expect(rig.demand == nil)
                rig.send(.viewShown)
                rig.film(100)
                rig.send(.stop)
                rig.film(5000)
                #expect(rig.stops == 1 && rig.allViolations == [] && rig.timers.isEmpty, "\(rig.timers)")
                #expect(Self.shortest(rig) >= .milliseconds(pause) && rig.writeTimes.count > 8)
                if pause == 0 { #expect(Self.shortest(rig) == .zero) }
                #expect(rig.camera?.integer(.focusAuto) == 1 && rig.camera?.integer(.exposureAuto) == 3)
            }
        }
    }

    @Test("An automatic that another program has switched on is switched off again with the pause")
    func ruled() throws {
        var rig = Self.rig(CameraExamples.basics, pause: 300)
        rig.tap(0.25, 0.5)
        rig.film(20_000)
        for x in [0.75, 0.25] {
            rig.camera?.setByOthers(.focusAuto, 1)
            rig.camera?.setByOthers(.exposureAuto, 3)
            rig.forget()
            rig.tap(x, 0.5)
            rig.film(20_000)
            #expect(rig.settled.first?.verified == [.focus, .exposure], "\(rig.faults)")
            #expect(rig.camera?.integer(.focusAuto) == 0 && rig.camera?.integer(.exposureAuto) == 1)
        }
        #expect(Self.shortest(rig) >= .milliseconds(300) && rig.allViolations == [])
    }

    /// A rig whose search was refused a lens position by EACCES, while the write that ends the automatic waits for the pause.
    private static func repairing(pause: Int64) throws -> EngineRig {
        var rig = Self.rig(CameraExamples.basics, pause: pause)
        rig.tap(0.25, 0.5)
        for _ in 0..<3000 where !(rig.writes.last?.hasPrefix("focus=") ?? false) { rig.film(1) }
        rig.camera?.setByOthers(.focusAuto, 1)
        for _ in 0..<3000 where !(rig.writes.last?.hasSuffix("!") ?? false) { rig.film(1) }
        try #require(rig.demand == nil && rig.timers[.writePause] != nil && rig.settled.isEmpty)
        return rig
    }

    @Test("A search whose position waits to be written again counts no frame for it, and converges")
    func searchWaits() throws {
        var rig = try Self.repairing(pause: 600)
        let refused = try #require(rig.writes.last?.dropLast())
        rig.forget()
        rig.film(1500)
        #expect(Array(rig.writes.prefix(2)) == ["focusAuto=0", String(refused)])
        #expect(rig.writes.filter { $0 == refused }.count == 1, "\(rig.writes)")
    }

    @Test("A stop drops the write of a repair that waits")
    func stopDropsRepair() throws {
        var rig = try Self.repairing(pause: 600)
        rig.forget()
        rig.send(.stop)
        rig.film(10_000)
        #expect(rig.stops == 1 && !rig.writes.contains("focusAuto=0"), "\(rig.writes)")
        #expect(rig.camera?.integer(.focusAuto) == 1)
    }

    @Test("Whenever a tap or a stop comes into a repair, pauses are kept and it is held, or put back")
    func interruptedRepair() throws {
        for after in stride(from: 0, through: 1200, by: 50) as StrideThrough<Int64> {
            for isTap in [true, false] {
                var rig = Self.rig(CameraExamples.basics, pause: 300)
                rig.tap(0.25, 0.5)
                rig.film(20_000)
                rig.camera?.setByOthers(.focusAuto, 1)
                rig.camera?.setByOthers(.exposureAuto, 3)
                rig.forget()
                rig.tap(0.75, 0.5)
                rig.film(after)
                if isTap { rig.tap(0.25, 0.5) } else { rig.send(.stop) }
                rig.film(20_000)
                #expect(rig.allViolations == [] && rig.demand == nil && Self.shortest(rig) >= .milliseconds(300))
                if isTap {
                    #expect(rig.settled.last?.verified == [.focus, .exposure], "after \(after): \(rig.faults)")
                } else {
                    #expect(rig.stops == 1 && rig.camera?.integer(.focusAuto) == 1, "after \(after)")
                    #expect(rig.camera?.integer(.exposureAuto) == 3, "after \(after)")
                }
            }
        }
    }

    @Test("A search converges with a pause that its camera needs")
    func search() throws {
        var rig = Self.rig(CameraExamples.basics, pause: 50)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        let report = try #require(rig.settled.first)
        #expect(report.focus == .converged && report.exposure == .converged && report.verified == [.focus, .exposure])
    }

    @Test("Every tap ends, whatever the pause", arguments: [Int64(1000), 5000, 1_000_000])
    func ends(pause: Int64) throws {
        for controls in [CameraExamples.basics, CameraExamples.basics + CameraExamples.region()] {
            var rig = Self.rig(controls, pause: pause)
            rig.tap(0.25, 0.5)
            rig.film(60_000)
            #expect(rig.settled.count == 1 && rig.allViolations == [] && rig.demand == nil)
            // More than 5 s is taken for 5 s.
            #expect(Self.shortest(rig) >= .milliseconds(min(pause, 5000)))
            rig.send(.stop)
            rig.film(60_000)
            #expect(rig.stops == 1 && rig.timers.isEmpty)
        }
    }

    @Test("Reads do not wait for the pause")
    func reads() throws {
        var rig = Self.rig(CameraExamples.basics, pause: 2000, givesFrames: false)
        rig.pass(10_000)
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.camera?.isRestless = true
        let writes = rig.writeTimes.count
        rig.pass(7000)
        let polls = rig.calls.filter(\.isRead).count
        #expect(polls > 10 && rig.writeTimes.count > writes)
        #expect(Self.shortest(rig) >= .milliseconds(2000))
    }

    @Test("A camera that leaves or is replaced in a pause leaves no timer behind")
    func leaves() {
        var rig = Self.rig(CameraExamples.basics, pause: 500)
        rig.tap(0.25, 0.5)
        #expect(rig.timers[.writePause] != nil)
        rig.leave()
        #expect(rig.timers[.writePause] == nil)
        rig.arrive(CameraExamples.automatic)
        rig.pass(1000)
        #expect(rig.timers[.writePause] == nil && rig.allViolations == [])
    }

    @Test("A tap that comes during a pause replaces what waits, and is the one that is held")
    func newerTap() throws {
        var rig = Self.rig(CameraExamples.basics + CameraExamples.region(), pause: 400)
        rig.tap(0.25, 0.5)
        rig.pass(100)
        rig.tap(0.75, 0.5)
        rig.film(9000)
        #expect(rig.settled.count == 1 && rig.allViolations == [])
        let points = rig.effects.compactMap { if case .state(let report) = $0 { report.point?.x } else { nil } }
        #expect(points.last == 0.75 && Self.shortest(rig) >= .milliseconds(400))
    }
}

struct FirstFrameTimeTests {
    private static func rig(_ first: TimeSpan?) -> EngineRig {
        EngineRig(
            started: CameraExamples.withFrames(CameraExamples.basics, quirks: CameraQuirks(firstFrameTime: first)))
    }

    private static func requested(_ rig: EngineRig) -> [TimeSpan?] {
        rig.effects.compactMap { if case .requestFrames(_, let request) = $0 { request.firstFrameTime } else { nil } }
    }

    @Test("A search waits for the first frame beside its time; without the quirk that is time of the search")
    func slow() throws {
        for first in [nil, TimeSpan.milliseconds(8000)] {
            var rig = Self.rig(first)
            rig.tap(0.25, 0.5)
            rig.pass(7900)
            rig.film(9000)
            let outcome = try #require(rig.settled.first)
            #expect((outcome.focus == .converged) == (first != nil), "\(outcome)")
            #expect(Self.requested(rig).first == (first == nil ? nil : first))
        }
    }

    @Test(
        "A time of the first frame beside its range counts as the nearest in it",
        arguments: [(.min, 1), (0, 1), (1, 1), (30_000, 30_000), (30_001, 30_000)] as [(Int64, Int64)])
    func range(milliseconds: Int64, used: Int64) {
        var rig = Self.rig(.milliseconds(milliseconds))
        rig.tap(0.25, 0.5)
        #expect(Self.requested(rig).first == .milliseconds(used))
    }

    @Test("A tap ends though no frame ever comes", arguments: [Int64(1), 4000, 30_000, Int64.max / 1_000_000])
    func none(milliseconds: Int64) throws {
        var rig = Self.rig(.milliseconds(milliseconds))
        rig.tap(0.25, 0.5)
        rig.pass(8000 + 30_000 + 100)
        #expect(rig.settled.map(\.focus) == [.failed] && rig.allViolations == [])
    }

    @Test("A second tap in the same stream has no more time than any other")
    func later() throws {
        var rig = Self.rig(.milliseconds(20_000))
        rig.tap(0.25, 0.5)
        rig.film(500)
        rig.tap(0.75, 0.5)
        let deadline = try #require(rig.timers[.focusDeadline]?.deadline)
        #expect(deadline.since(rig.now) <= .milliseconds(8000))
    }
}
