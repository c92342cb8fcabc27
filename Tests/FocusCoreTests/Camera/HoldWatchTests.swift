import FocusCore
import Testing

/// Holds are looked at again.
struct HoldWatchTests {
    private static func held(
        _ camera: CameraDescription = CameraExamples.withRegion, milliseconds: Int64 = 3000
    ) -> EngineRig {
        var configuration = Configuration()
        configuration.sceneWatch = .never
        var rig = EngineRig(started: camera, configuration)
        rig.tap(0.25, 0.5)
        rig.film(milliseconds)
        rig.forget()
        return rig
    }

    private static let breaks: [(ControlID, Int64)] = [
        (.focusAuto, 1), (.focusAbsolute, 5), (.exposureAuto, 3), (.exposureAbsolute, 1000),
    ]

    @Test("What another program changes while it is held is put back within two seconds, and told", arguments: breaks)
    func putBack(_ id: ControlID, _ value: Int64) {
        for camera in [CameraExamples.withRegion, CameraExamples.automatic] {
            var rig = Self.held(camera, milliseconds: 9000)
            let before = rig.camera?.values
            rig.camera?.setByOthers(id, value)
            rig.pass(2100)
            #expect(rig.camera?.values == before, "\(rig.writes)")
            #expect(rig.faults == [.holdBroken(id)])
            rig.pass(60_000)
            #expect(rig.faults == [.holdBroken(id)])
            #expect(rig.allViolations == [])
        }
    }

    @Test("What is changed again is told and left, until the next tap", arguments: breaks)
    func left(_ id: ControlID, _ value: Int64) {
        var rig = Self.held()
        for _ in 0..<4 {
            rig.camera?.setByOthers(id, value)
            rig.pass(5000)
        }
        #expect(rig.faults == [.holdBroken(id), .holdLost(id)])
        #expect(rig.camera?.integer(id) == value)
        #expect(rig.engine.state == .unlockableLocked)
        rig.forget()
        rig.tap(0.75, 0.5)
        rig.film(3000)
        #expect(rig.settled.first?.verified == [.focus, .exposure])
        rig.camera?.setByOthers(id, value)
        rig.pass(2100)
        #expect(rig.faults == [.holdBroken(id)], "the next tap begins anew")
    }

    @Test("Focus that is not held any more does not keep the exposure from being looked at")
    func other() {
        var rig = Self.held()
        for _ in 0..<2 {
            rig.camera?.setByOthers(.focusAuto, 1)
            rig.pass(2100)
        }
        rig.camera?.setByOthers(.exposureAuto, 3)
        rig.pass(2100)
        #expect(rig.faults == [.holdBroken(.focusAuto), .holdLost(.focusAuto), .holdBroken(.exposureAuto)])
        #expect(rig.camera?.integer(.exposureAuto) == 1)
    }

    @Test("A change that the driver tells of is seen at once")
    func news() {
        var rig = Self.held()
        rig.camera?.setByOthers(.focusAuto, 1)
        for _ in 0..<5 { rig.send(.controlsChanged) }
        rig.pass(60)
        #expect(rig.faults == [.holdBroken(.focusAuto)])
        #expect(rig.camera?.integer(.focusAuto) == 0)
    }

    @Test("A change that is told while the camera is being read is looked at, too")
    func newsDuringReading() throws {
        var rig = Self.held()
        rig.answersAtOnce = false
        rig.send(.controlsChanged)
        rig.pass(60)
        try #require(rig.call?.operation.isRead == true)
        rig.answersAtOnce = true
        // It had been read before it was changed.
        rig.send(.controlsChanged)
        rig.answerAll()
        rig.camera?.setByOthers(.focusAuto, 1)
        rig.pass(60)
        #expect(rig.faults == [.holdBroken(.focusAuto)])
    }

    @Test("News while nothing is held means nothing")
    func newsInContinuous() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.forget()
        rig.send(.controlsChanged)
        #expect(rig.effects == [] && rig.timers.isEmpty)
    }

    @Test("A hold costs one reading of at most four controls every two seconds; in continuous no timer runs")
    func cost() {
        let gain = ControlDescription(id: .gain, maximum: 255, value: .integer(64))
        var rig = Self.held(CameraExamples.withFrames(CameraExamples.basics + [gain]), milliseconds: 9000)
        rig.pass(60_000)
        #expect((29...31).contains(rig.calls.count))
        let counts = rig.calls.compactMap { if case .read(let ids) = $0 { ids.count } else { nil } }
        #expect(counts.count == rig.calls.count && counts.allSatisfy { (1...4).contains($0) })
        #expect(rig.faults == [])
        rig.camera?.setByOthers(.gain, 3)
        rig.pass(4100)
        #expect(rig.faults == [.holdBroken(.gain)], "of five controls, each is read at every second look")
        rig.send(.viewShown)
        rig.pass(1000)
        #expect(rig.timers.isEmpty)
    }

    @Test("What never told the truth is not looked at; a quirk says it of all")
    func unreliable() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.alwaysReads = [.exposureAbsolute: 9]
        rig.tap(0.25, 0.5)
        rig.pass(30_000)
        #expect(rig.faults.allSatisfy { if case .holdBroken = $0 { false } else { true } })
        let quirk = CameraQuirks(cannotBeReadBack: true)
        var mute = Self.held(CameraExamples.withFrames(CameraExamples.basics, quirks: quirk), milliseconds: 9000)
        mute.pass(10_000)
        #expect(mute.calls == [] && mute.timers.isEmpty)
    }

    @Test("A control that tells something else after each write is not looked at any more, and the others are")
    func untrueLater() {
        var rig = Self.held(CameraExamples.byHand, milliseconds: 9000)
        rig.camera?.alwaysReads = [.exposureAbsolute: 2000]
        rig.send(.exposureCompensation(-1))
        rig.pass(20_000)
        #expect(rig.faults == [.controlIgnored(.exposureAbsolute)])
        rig.camera?.setByOthers(.focusAbsolute, 5)
        rig.pass(2100)
        #expect(rig.faults == [.controlIgnored(.exposureAbsolute), .holdBroken(.focusAbsolute)])
        #expect(rig.allViolations == [])
    }

    @Test("After a refused tap what was held before is looked at on")
    func afterRefusal() {
        var rig = Self.held()
        for id in [.focusAuto, .exposureAuto, .regionRectangle] as [ControlID] {
            rig.camera?.refusals[id] = FakeCamera.inputOutputError
        }
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        rig.camera?.refusals = [:]
        rig.camera?.setByOthers(.exposureAuto, 3)
        rig.pass(2100)
        #expect(rig.faults == [.holdBroken(.exposureAuto)])
    }

    @Test(
        "A position that trembles is held; one that was moved is not",
        arguments: [ControlID.focusAbsolute, .exposureAbsolute])
    func tremor(_ id: ControlID) throws {
        for camera in [CameraExamples.withRegion, CameraExamples.automatic] {
            var rig = Self.held(camera, milliseconds: 9000)
            let held = try #require(rig.camera?.integer(id))
            for place in [held + 1, held - 1, held] {
                rig.camera?.setByOthers(id, place)
                rig.pass(2100)
                #expect(rig.faults == [] && rig.writes.isEmpty)
            }
            let control = try #require(camera.controls.first { $0.id == id })
            let tremor = id == .focusAbsolute ? max(control.maximum / 256, control.step) : control.step
            rig.camera?.setByOthers(id, held + tremor + 1)
            rig.pass(2100)
            #expect(rig.faults == [.holdBroken(id)])
        }
    }

    @Test("A lock of the white balance is no business of ours")
    func whiteBalance() {
        var rig = Self.held(CameraExamples.withLock)
        rig.camera?.setByOthers(.lock3A, 7)
        rig.pass(5000)
        #expect(rig.faults == [])
        rig.camera?.setByOthers(.lock3A, 2)
        rig.pass(2100)
        #expect(rig.faults == [.holdBroken(.lock3A), .holdBroken(.lock3A)])
        #expect(rig.camera?.integer(.lock3A) == 7)
    }

    @Test("A compensation while what is held is being read does not end the looks")
    func compensationDuringReading() throws {
        var rig = Self.held()
        rig.answersAtOnce = false
        rig.pass(2100)
        try #require(rig.call?.operation.isRead == true)
        rig.send(.exposureCompensation(-1))
        rig.answersAtOnce = true
        rig.answerAll()
        rig.camera?.setByOthers(.focusAuto, 1)
        rig.pass(2100)
        #expect(rig.faults == [.holdBroken(.focusAuto)])
    }

    @Test("A look that is due while the camera has not answered to something else waits until it has")
    func lookWhileBusy() throws {
        var configuration = Configuration()
        configuration.sceneWatch = .always
        var rig = EngineRig(started: CameraExamples.regionAndFrames, configuration)
        rig.tap(0.25, 0.5)
        let isRequesting = rig.filmUntil { $0.isRequestingFrames }
        try #require(isRequesting)
        rig.answersAtOnce = false
        rig.pass(5000)
        #expect(rig.allViolations == [])
        rig.answersAtOnce = true
        rig.answerAll()
        rig.camera?.setByOthers(.focusAuto, 1)
        rig.pass(2100)
        #expect(rig.faults == [.holdBroken(.focusAuto)] && rig.allViolations == [])
    }

    @Test("A repair that the camera refuses is told once and not tried again; the other component is looked at on")
    func repairRefused() {
        for errno in [FakeCamera.inputOutputError, FakeCamera.accessDenied] {
            for camera in [CameraExamples.withRegion, CameraExamples.automatic] {
                var rig = Self.held(camera, milliseconds: 9000)
                rig.camera?.refusals = [.focusAuto: errno]
                rig.camera?.setByOthers(.focusAuto, 1)
                rig.pass(2100)
                #expect(rig.faults == [.holdBroken(.focusAuto), .holdLost(.focusAbsolute)])
                #expect(rig.settled == [], "the tap was answered before")
                let written = rig.writes
                rig.pass(60_000)
                #expect(rig.writes == written)
                #expect(rig.engine.state == .unlockableLocked)
                rig.camera?.setByOthers(.exposureAuto, 3)
                rig.pass(2100)
                #expect(rig.faults.last == .holdBroken(.exposureAuto))
                #expect(rig.camera?.integer(.exposureAuto) == 1)
                rig.camera?.refusals = [:]
                rig.forget()
                rig.tap(0.75, 0.5)
                rig.film(9000)
                #expect(rig.settled.first?.verified == [.focus, .exposure] && rig.faults == [])
                #expect(rig.allViolations == [])
            }
        }
    }

    @Test("A stop after a repair that the camera has refused puts everything back")
    func stopAfterRefusedRepair() {
        var rig = Self.held(CameraExamples.automatic, milliseconds: 9000)
        rig.camera?.refusals = [.exposureAbsolute: FakeCamera.inputOutputError]
        rig.camera?.setByOthers(.exposureAbsolute, 1000)
        rig.pass(2100)
        #expect(rig.faults == [.holdBroken(.exposureAbsolute), .holdLost(.exposureAbsolute)])
        rig.send(.stop)
        #expect(rig.effects.contains(.stopped(isComplete: true)))
        #expect(rig.camera?.integer(.focusAuto) == 1 && rig.camera?.integer(.exposureAuto) == 3)
        #expect(rig.timers.isEmpty && rig.allViolations == [])
    }
}
