import FocusCore
import Testing

/// A camera that puts focus and exposure back when its stream starts.
struct StreamResetTests {
    private static let reset: [ControlID: Int64] = [
        .focusAuto: 1, .focusAbsolute: 0, .exposureAuto: 3, .exposureAbsolute: 2047,
    ]

    private static func rig(
        _ controls: [ControlDescription], knows: Bool, _ configuration: Configuration = Configuration()
    ) -> EngineRig {
        var rig = EngineRig(configuration)
        rig.arrive(CameraExamples.withFrames(controls, quirks: CameraQuirks(resetsAtStreamStart: knows)))
        rig.camera?.resetAtStart = reset.filter { id, _ in controls.contains { $0.id == id } }
        rig.send(.accelerometerArrived)
        rig.send(.start)
        return rig
    }

    @Test("A second tap switches the automatics off again that the start of its stream has put on")
    func secondTap() throws {
        for knows in [false, true] {
            var rig = Self.rig(CameraExamples.basics, knows: knows, Configuration().with { $0.sceneWatch = .never })
            rig.tap(0.25, 0.5)
            rig.film(9000)
            #expect(rig.settled.map(\.focus) == [.converged])
            rig.forget()
            rig.tap(0.75, 0.5)
            rig.film(9000)
            let camera = try #require(rig.camera)
            #expect(camera.streamsStarted == 2 && rig.settled.count == 1 && rig.allViolations == [])
            #expect(camera.integer(.focusAuto) == 0 && camera.integer(.exposureAuto) == 1, "\(rig.writes)")
            #expect(rig.settled.first?.focus == .converged, "\(rig.settled)")
            // Without the quirk it takes a refusal to learn that the automatic is on again.
            #expect(rig.writes.contains { $0.hasSuffix("!") } == !knows, "\(rig.writes)")
        }
    }

    @Test("What is held is written again when the stream starts in which the scene is watched")
    func held() throws {
        for knows in [false, true] {
            var configuration = Configuration()
            configuration.sceneWatch = .always
            var rig = Self.rig(CameraExamples.basics + CameraExamples.region(), knows: knows, configuration)
            rig.tap(0.25, 0.5)
            rig.film(3000)
            let camera = try #require(rig.camera)
            #expect(camera.streamsStarted == 1 && rig.settled.count == 1 && rig.allViolations == [])
            #expect(camera.integer(.focusAuto) == 0 && camera.integer(.exposureAuto) == 1, "\(rig.writes)")
            let lens = rig.writes.last { $0.hasPrefix("focus=") }
            #expect(lens == "focus=\(camera.integer(.focusAbsolute) ?? -1)" && lens != "focus=0")
            #expect(camera.integer(.exposureAbsolute) != 2047)
            // Without the quirk the next look at what is held takes it for another program's doing.
            #expect(rig.faults.contains(.holdBroken(.focusAuto)) == !knows, "\(rig.faults)")
            rig.film(20_000)
            #expect(rig.engine.state == .unlockableLocked, "the reset itself is no other scene: \(rig.states)")
        }
    }

    @Test("What has been found for a camera without automatics is written again when its stream begins anew")
    func byHand() throws {
        for knows in [false, true] {
            var configuration = Configuration()
            configuration.autofocus.searchesPerMinute = 1
            let controls = [CameraExamples.focusAbsolute(), CameraExamples.exposureAbsolute()]
            var rig = Self.rig(controls, knows: knows, configuration)
            rig.film(9000)
            // The next stream has its search, and the budget is spent then.
            rig.loseFrames(errno: 5)
            rig.camera?.streamLost()
            rig.film(9000)
            #expect(rig.searches.map(\.outcome) == [.found, .found])
            let found = rig.camera?.integer(.focusAbsolute)
            let exposed = rig.camera?.integer(.exposureAbsolute)
            rig.loseFrames(errno: 5)
            rig.camera?.streamLost()
            rig.pass(2500)
            let camera = try #require(rig.camera)
            #expect(camera.streamsStarted == 3 && rig.searches.count == 2)
            #expect((camera.integer(.focusAbsolute) == found) == knows, "\(rig.writes)")
            #expect((camera.integer(.exposureAbsolute) == exposed) == knows, "\(rig.writes)")
            #expect(rig.allViolations == [])
        }
    }

    @Test("In continuousAuto an automatic that the start of a stream has put off is switched on again")
    func continuous() throws {
        for knows in [false, true] {
            let controls = [
                CameraExamples.focusAbsolute(), CameraExamples.exposureAuto(), CameraExamples.exposureAbsolute(),
            ]
            var rig = EngineRig()
            rig.arrive(CameraExamples.withFrames(controls, quirks: CameraQuirks(resetsAtStreamStart: knows)))
            rig.camera?.resetAtStart = [.exposureAuto: 1]
            rig.send(.start)
            rig.film(9000)
            #expect(rig.camera?.integer(.exposureAuto) == (knows ? 3 : 1) && rig.allViolations == [])
            #expect(rig.searches.map(\.outcome) == [.found])
        }
    }

    @Test("A camera that refuses what its stream has reset is asked again, each time after twice as long")
    func refused() {
        var rig = EngineRig()
        rig.arrive(
            CameraExamples.withFrames(
                CameraExamples.lensByHand.controls, quirks: CameraQuirks(resetsAtStreamStart: true)))
        rig.camera?.resetAtStart = [.exposureAuto: 1]
        rig.camera?.refusals[.exposureAuto] = FakeCamera.inputOutputError
        rig.send(.start)
        #expect(rig.writes.filter { $0 == "exposureAuto=3!" }.count == 1)
        var moments: [Int64] = []
        for tick in 1...40 as ClosedRange<Int64> {
            rig.forget()
            rig.pass(100)
            if rig.writes.contains("exposureAuto=3!") { moments.append(tick * 100) }
        }
        #expect(moments == [500, 1500, 3500])
    }

    @Test("Time and gain that are held without an automatic are written again, also where nothing can be read back")
    func gain() throws {
        var configuration = Configuration()
        configuration.sceneWatch = .always
        let gain = ControlDescription(id: .gain, maximum: 255, value: .integer(64))
        let quirks = CameraQuirks(cannotBeReadBack: true, resetsAtStreamStart: true)
        var rig = EngineRig(
            started: CameraExamples.withFrames([CameraExamples.exposureAbsolute(), gain], quirks: quirks), configuration
        )
        rig.camera?.image.light = 0.45 / 600
        rig.tap(0.25, 0.5)
        rig.film(9000)
        let held = try #require(rig.camera)
        try #require(rig.settled.count == 1 && held.integer(.gain) != 64)
        rig.camera?.resetAtStart = [.exposureAbsolute: 2047, .gain: 0]
        rig.loseFrames(errno: 5)
        rig.camera?.streamLost()
        rig.pass(600)
        #expect(rig.camera?.streamsStarted == held.streamsStarted + 1)
        #expect(rig.camera?.values == held.values, "\(rig.writes)")
    }

    @Test("A picture that the reset has changed is no other scene, however long it takes to put right what is held")
    func sceneDuringReset() throws {
        var configuration = Configuration()
        configuration.sceneWatch = .always
        var rig = Self.rig(CameraExamples.basics + CameraExamples.region(), knows: true, configuration)
        rig.tap(0.25, 0.5)
        rig.film(6000)
        try #require(rig.engine.state == .unlockableLocked)
        rig.loseFrames(errno: 5)
        rig.camera?.streamLost()
        rig.answersAtOnce = false
        rig.pass(600)
        var isStarted = false
        while !isStarted, rig.demand != nil {
            isStarted = rig.isRequestingFrames
            rig.answerOne()
        }
        rig.camera?.image.grid = 180
        rig.film(3000)
        try #require(rig.call?.operation.writesOnly(.focusAuto) == true)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.camera?.image.grid = 100
        rig.film(4000)
        #expect(rig.engine.state == .unlockableLocked, "\(rig.states)")
        rig.camera?.image.grid = 180
        rig.film(4000)
        #expect(rig.reasons.last == .scene)
    }

    @Test("A stream that goes on writes nothing again, and one with other frames does")
    func sameStream() throws {
        for isOther in [false, true] {
            var configuration = Configuration()
            configuration.sceneWatch = .always
            var rig = Self.rig(CameraExamples.basics, knows: true, configuration)
            rig.tap(0.25, 0.5)
            rig.film(4000)
            #expect(rig.settled.count == 1 && rig.camera?.streamsStarted == 1)
            rig.film(1000)
            rig.forget()
            // The same tap again: the stream is there already.
            if isOther { rig.camera?.frameWidth = 1280 }
            rig.tap(0.25, 0.5)
            #expect(rig.writes.contains("focusAuto=0") == isOther, "\(rig.writes)")
            rig.film(9000)
            #expect(rig.settled.count == 1 && rig.allViolations == [])
        }
    }

    @Test("What a stream has reset and the camera then ignores is written four times, as after a tap, and reported")
    func ignored() throws {
        var configuration = Configuration()
        configuration.sceneWatch = .always
        var rig = Self.rig(CameraExamples.basics + CameraExamples.region(), knows: true, configuration)
        rig.tap(0.25, 0.5)
        rig.film(6000)
        try #require(rig.engine.state == .unlockableLocked)
        rig.forget()
        rig.camera?.ignored = [.exposureAuto: 1000]
        rig.loseFrames(errno: 5)
        rig.camera?.streamLost()
        rig.pass(2000)
        #expect(rig.writes.filter { $0.hasPrefix("exposureAuto=1") }.count == 4, "\(rig.writes)")
        #expect(rig.faults.contains(.controlIgnored(.exposureAuto)), "\(rig.faults)")
    }
}
