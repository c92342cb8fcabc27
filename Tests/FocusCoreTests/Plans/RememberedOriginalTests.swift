import SimulatedDevices
import Testing

@testable import FocusCore

/// Originals that an earlier run has left behind, and those that this one would leave.
struct RememberedOriginalTests {
    private typealias Make = CameraExamples

    private static func changed(_ rig: EngineRig) -> [RememberedOriginal] {
        var (engine, list) = (rig.engine, [] as [RememberedOriginal])
        engine.readChangedOriginals().forEach { list.append($0) }
        return list
    }

    /// The camera as the next run finds it.
    private static func afterCrash(of rig: EngineRig, _ camera: CameraDescription) -> CameraDescription {
        var found = camera
        for index in found.controls.indices where found.controls[index].value != nil {
            found.controls[index].value = rig.camera?.values[found.controls[index].id]
        }
        found.remembered = changed(rig)
        return found
    }

    @Test("Held values that an earlier run wrote are not taken for originals")
    func held() {
        var camera = Make.camera(
            [Make.focusAuto(0), Make.focusAbsolute(115), Make.exposureAuto(1), Make.exposureAbsolute(178)])
        camera.remembered = [
            RememberedOriginal(id: .focusAuto, original: .integer(1), written: .integer(0)),
            RememberedOriginal(id: .exposureAuto, original: .integer(3), written: .integer(1)),
        ]
        var rig = EngineRig(started: camera)
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        rig.send(.stop)
        #expect(rig.camera?.integer(.focusAuto) == 1)
        #expect(rig.camera?.integer(.exposureAuto) == 3)
        #expect(rig.hasStopped(complete: true))
    }

    @Test("An original counts only where the camera still holds what was written")
    func changedSince() {
        for (value, end) in [(100, 35), (90, 90)] as [(Int64, Int64)] {
            var camera = Make.camera([Make.focusAuto(0), Make.focusAbsolute(value)])
            camera.remembered = [
                RememberedOriginal(id: .focusAbsolute, original: .integer(35), written: .integer(100))
            ]
            var rig = EngineRig(started: camera)
            rig.send(.stop)
            #expect(rig.camera?.integer(.focusAbsolute) == end)
        }
    }

    @Test("An original whose control cannot be read at the start, or is missing, is kept for the next run")
    func unreadable() {
        var lens = Make.focusAbsolute()
        lens.value = nil
        let memory = [
            RememberedOriginal(id: .focusAbsolute, original: .integer(35), written: .integer(100)),
            RememberedOriginal(id: .gain, original: .integer(10), written: .integer(20)),
        ]
        var camera = Make.camera([Make.focusAuto(0), lens])
        camera.remembered = memory
        let rig = EngineRig(started: camera)
        #expect(memory.allSatisfy { Self.changed(rig).contains($0) }, "\(Self.changed(rig))")
    }

    @Test("An original that is kept for the next run is told once, and beside what this run changes")
    func keptBesideChanged() {
        var automatic = Make.focusAuto()
        automatic.value = nil
        var camera = Make.camera([automatic, Make.focusAbsolute(), Make.exposureAuto(), Make.exposureAbsolute()])
        let kept = RememberedOriginal(id: .focusAuto, original: .integer(0), written: .integer(1))
        camera.remembered = [kept]
        var rig = EngineRig(started: camera)
        #expect(Self.changed(rig) == [kept])
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        let mode = RememberedOriginal(id: .exposureAuto, original: .integer(3), written: .integer(1))
        #expect(Self.changed(rig) == [kept, mode])
    }

    @Test("What is under an automatic that is on need not hold what was written")
    func ruled() {
        var camera = Make.camera([Make.focusAuto(1), Make.focusAbsolute(77)])
        camera.remembered = [
            RememberedOriginal(id: .focusAuto, original: .integer(0), written: .integer(1)),
            RememberedOriginal(id: .focusAbsolute, original: .integer(35), written: .integer(100)),
        ]
        var rig = EngineRig(started: camera)
        rig.send(.stop)
        #expect(rig.camera?.integer(.focusAuto) == 0)
        #expect(rig.camera?.integer(.focusAbsolute) == 35)
    }

    @Test("A remembered original that the camera does not take is passed over like one of its own")
    func unusable() {
        var camera = Make.camera([Make.focusAbsolute(100)])
        camera.givesFrames = true
        camera.remembered = [
            RememberedOriginal(id: .focusAbsolute, original: .integer(900), written: .integer(100)),
            RememberedOriginal(id: .gain, original: .integer(1), written: .integer(2)),
            RememberedOriginal(id: ControlID(rawValue: 1), original: .integer(1), written: .integer(2)),
        ]
        var rig = EngineRig(started: camera)
        rig.forget()
        rig.send(.stop)
        #expect(rig.effects.contains(.fault(.originalUnusable(.focusAbsolute))))
        #expect(rig.writes == [])
        #expect(rig.hasStopped(complete: true))
    }

    @Test(
        "What is changed is told as long as it is: from the call that changes it to the end, also after the camera left"
    )
    func told() {
        var rig = EngineRig(started: Make.withoutRegion)
        #expect(Self.changed(rig) == [])
        rig.tap(0.25, 0.5)
        #expect(Self.changed(rig) == [], "the automatics are on, as they were")
        rig.pass(1500)
        rig.answersAtOnce = false
        let focus = RememberedOriginal(id: .focusAuto, original: .integer(1), written: .integer(0))
        rig.pass(1500)
        #expect(rig.call?.operation.writesOnly(.focusAuto) == true || Self.changed(rig).contains(focus))
        #expect(Self.changed(rig).contains(focus))
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(1500)
        let exposure = RememberedOriginal(id: .exposureAuto, original: .integer(3), written: .integer(1))
        #expect(Self.changed(rig) == [focus, exposure])
        var stopped = rig
        stopped.send(.stop)
        #expect(Self.changed(stopped) == [])
        rig.leave()
        #expect(Self.changed(rig) == [focus, exposure])
        rig.arrive(Make.withoutRegion)
        #expect(Self.changed(rig) == [])
    }

    @Test("What a camera refuses to put back stays told")
    func refused() {
        var rig = EngineRig(started: Make.withoutRegion)
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        rig.camera?.refusals = [.exposureAuto: FakeCamera.inputOutputError]
        rig.send(.stop)
        #expect(rig.hasStopped(complete: false))
        #expect(Self.changed(rig).map(\.id) == [.exposureAuto])
    }

    @Test(
        "What an automatic has moved is told with the place where it was read; a gain, which nobody reads, with its original"
    )
    func moved() {
        let switches: [(ControlID, Int64)] = [(.focusAuto, 1), (.exposureAuto, 3), (.autogain, 1)]
        let gain = [
            ControlDescription(id: .gain, maximum: 255, value: .integer(64)),
            ControlDescription(id: .autogain, maximum: 1, value: .integer(0)),
        ]
        var originals = Originals(CameraCapabilities(Make.camera(Make.manual.controls + gain)), remembered: [])
        for (id, value) in switches {
            var settings = InlineList<4, ControlSetting>()
            settings.append(ControlSetting(id, .integer(value)))
            originals.note(settings, errno: 0, values: InlineList())
        }
        var told: [ControlID: RememberedOriginal] = [:]
        let positions = PerComponent<Int64?>(focus: 40, exposure: 600)
        originals.readChanged(positions, besides: RememberedOriginals()).forEach { told[$0.id] = $0 }
        for (id, original, place) in [(.focusAbsolute, 35, 40), (.exposureAbsolute, 500, 600), (.gain, 64, 64)]
            as [(ControlID, Int64, Int64)]
        {
            let expected = RememberedOriginal(id: id, original: .integer(original), written: .integer(place))
            #expect(told[id] == expected)
        }
    }

    @Test("After a crash at any moment the next run ends with the camera as it was before the first")
    func crash() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0xc4a5)
            let camera = CameraExamples.all[Int(seed) % CameraExamples.all.count]
            var rig = EngineRig(started: camera)
            for _ in 0..<random.integer(0...6) {
                switch random.integer(0...3) {
                case 0...1: rig.tap(random.number(0...1), random.number(0...1))
                case 2: rig.shake()
                default: rig.film(Int64(random.integer(0...4000)))
                }
            }
            var next = EngineRig(started: Self.afterCrash(of: rig, camera))
            next.tap(0.25, 0.5)
            next.film(2000)
            next.send(.stop)
            #expect(next.hasStopped(complete: true), "seed \(seed)")
            #expect(next.allViolations == [], "seed \(seed)")
            for control in camera.controls where control.value != nil && !control.isReadOnly {
                // An automatic's values are its own business.
                if control.id == .focusAbsolute, camera.control(.focusAuto)?.value == .integer(1) { continue }
                let mode = camera.control(.exposureAuto)
                if control.id == .exposureAbsolute, mode != nil, mode?.value != .integer(1) { continue }
                #expect(
                    next.camera?.values[control.id] == control.value, "seed \(seed), \(FakeCamera.name(control.id))")
            }
        }
    }
}
