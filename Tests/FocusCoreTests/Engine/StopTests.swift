import FocusCore
import Testing

/// Stopping puts back what was there, from wherever it happens.
struct StopTests {
    /// Brings a rig to one of the situations in which a stop may come.
    private static func bring(_ rig: inout EngineRig, to moment: Int) {
        switch moment {
        case 0: break
        case 1: rig.tap(0.25, 0.5)
        case 2:
            rig.tap(0.25, 0.5)
            rig.pass(2600)
        case 3:
            rig.tap(0.25, 0.5)
            rig.rest(milliseconds: 4000)
        case 4:
            rig.tap(0.25, 0.5)
            rig.rest(milliseconds: 4000)
            rig.shake()
        case 5:
            rig.answersAtOnce = false
            rig.tap(0.25, 0.5)
        case 6:
            rig.answersAtOnce = false
            rig.send(.viewShown)
            rig.answerOne()
        case 7:
            rig.tap(0.25, 0.5)
            rig.answersAtOnce = false
            rig.pass(60)
        default:
            rig.camera?.failuresAhead = 2
            rig.send(.viewShown)
        }
    }

    @Test("From every situation a stop ends with the camera as it was, told once, and with nothing left to wake up")
    func restores() {
        let byHand = CameraExamples.camera(CameraExamples.manual.controls + [CameraExamples.metering])
        for camera in CameraExamples.all + [byHand] {
            for moment in 0...8 {
                var rig = EngineRig(started: camera)
                let original = FakeCamera(camera).values
                Self.bring(&rig, to: moment)
                rig.answersAtOnce = true
                rig.send(.stop)
                rig.answerAll()
                let comment: Comment = "moment \(moment), \(camera.controls.map { FakeCamera.name($0.id) })"
                #expect(rig.stops == 1, comment)
                #expect(rig.timers.isEmpty, comment)
                #expect(!rig.isSensorAwake, comment)
                #expect(rig.allViolations == [], comment)
                #expect(Self.differences(original, rig.camera, camera) == [], comment)
                #expect(!rig.writes.contains { $0.hasSuffix("!") && moment < 5 }, "\(comment): \(rig.writes)")
            }
        }
    }

    /// The controls that are not as they were. What an automatic moves need not be, nor what cannot be read.
    private static func differences(
        _ original: [ControlID: ControlValue], _ camera: FakeCamera?, _ description: CameraDescription
    ) -> [String] {
        var names: [String] = []
        for (id, value) in original {
            if id == .focusAbsolute, original[.focusAuto] == .integer(1) { continue }
            if id == .exposureAbsolute, original[.exposureAuto] != .integer(1) { continue }
            if description.control(id)?.value == nil || description.control(id)?.isReadOnly == true { continue }
            if camera?.values[id] != value { names.append(FakeCamera.name(id)) }
        }
        return names.sorted()
    }

    @Test("Automatics are put back before what they rule")
    func order() {
        var rig = EngineRig(started: CameraExamples.manual)
        rig.forget()
        rig.send(.stop)
        #expect(
            rig.writes == [
                "rect=0,0,1920x1080,auto=0", "focusAuto=0", "focus=35", "exposureAuto=1,exposure=500",
            ])
    }

    @Test("A camera that refuses everything does not keep the program from ending")
    func refused() {
        var rig = EngineRig(started: CameraExamples.manual)
        rig.tap(0.25, 0.5)
        rig.camera?.failuresAhead = 1000
        rig.send(.stop)
        #expect(rig.stops == 1)
    }

    @Test("A stop without a camera, before the start, or twice, is told once")
    func onceOnly() {
        var rig = EngineRig()
        rig.send(.stop)
        rig.send(.stop)
        #expect(rig.stops == 1)
        rig = EngineRig()
        rig.arrive(CameraExamples.withRegion)
        rig.send(.stop)
        #expect(rig.stops == 1)
        #expect(rig.writes == [])
        rig = EngineRig(started: CameraExamples.withRegion)
        rig.send(.stop)
        rig.leave()
        rig.arrive(CameraExamples.withRegion)
        rig.send(.stop)
        #expect(rig.stops == 1)
    }

    @Test("A camera that leaves while it is put back ends the stop, and nothing is left to do")
    func leavesWhilePutBack() {
        var rig = EngineRig(started: CameraExamples.manual)
        rig.tap(0.25, 0.5)
        rig.answersAtOnce = false
        rig.send(.stop)
        #expect(rig.stops == 0)
        #expect(rig.send(.cameraLeft).contains(.stopped(isComplete: true)))
    }

    @Test("After a stop nothing has an effect any more, but the answers that restore")
    func nothingAfter() {
        var rig = EngineRig(started: CameraExamples.manual)
        rig.tap(0.25, 0.5)
        rig.send(.stop)
        rig.forget()
        rig.send(.viewShown)
        rig.tap(0.5, 0.5)
        rig.shake()
        rig.send(.start)
        rig.pass(10_000)
        #expect(rig.writes == [])
        #expect(rig.effects == [.tapIgnored(.notRunning)])
    }

    @Test("A touch after the end arms nothing, also where a time without touches unlocks")
    func touchAfterTheEnd() {
        var configuration = Configuration()
        configuration.unlockAfter = .milliseconds(30_000)
        var rig = EngineRig(started: CameraExamples.manual, configuration)
        rig.send(.touchscreenArrived(TouchTimeLine.screen))
        rig.tap(0.25, 0.5)
        rig.rest(milliseconds: 4000)
        rig.send(.stop)
        rig.forget()
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 1000, y: 1000)))
        rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 1000, y: 1000)))
        #expect(rig.stops == 0 && rig.timers.isEmpty && rig.calls.isEmpty)
    }

    @Test(
        "A stop while the first write is under way puts back what that write changes, the time of shutter priority too")
    func stopsDuringFirstWrite() {
        let mode = ControlDescription(
            id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1111, value: .integer(2))
        var rig = EngineRig()
        rig.arrive(CameraExamples.camera([mode, CameraExamples.exposureAbsolute(500)]))
        rig.answersAtOnce = false
        rig.send(.start)
        rig.send(.stop)
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(rig.writes == ["exposureAuto=3", "exposureAuto=1,exposure=500", "exposureAuto=2"])
        #expect(rig.effects.last == .stopped(isComplete: true))
    }

    @Test(
        "What a write under way at the stop has changed, and the camera refuses to take back, makes the end incomplete")
    func refusedAfterFirstWrite() {
        var rig = EngineRig()
        rig.arrive(CameraExamples.camera([CameraExamples.focusAuto(0), CameraExamples.focusAbsolute()]))
        rig.answersAtOnce = false
        rig.send(.start)
        rig.send(.stop)
        rig.answerOne()
        rig.camera?.refusals = [.focusAuto: 5]
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(rig.effects.last == .stopped(isComplete: false), "\(rig.writes)")
    }
}
