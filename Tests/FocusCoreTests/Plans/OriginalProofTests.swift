import FocusCore
import Testing

/// The reading that shows whether an original that says "off" can be believed, when it fails.
struct OriginalProofTests {
    private static let proven: [ControlID] = [.focusAuto, .exposureAuto]

    /// Starts a camera whose automatics say "off" at the beginning.
    /// - Parameters:
    ///   - failures: the readings of each automatic that fail.
    ///   - isLying: whether the automatics say "off" whatever they do.
    private static func started(failures: Int, isLying: Bool) -> (rig: EngineRig, readings: [ControlID: Int]) {
        var rig = EngineRig()
        rig.arrive(CameraExamples.manual)
        if isLying { rig.camera?.alwaysReads = [.focusAuto: 0, .exposureAuto: 1] }
        rig.answersAtOnce = false
        rig.send(.start)
        var readings: [ControlID: Int] = [:]
        for _ in 0..<100 where rig.demand != nil {
            for id in Self.proven {
                guard rig.call?.operation.readsOnly(id) == true else { continue }
                readings[id, default: 0] += 1
                if readings[id, default: 0] <= failures {
                    rig.camera?.unreadable.insert(id)
                } else {
                    rig.camera?.unreadable.remove(id)
                }
            }
            rig.answerOne()
        }
        rig.camera?.unreadable = []
        rig.answersAtOnce = true
        return (rig, readings)
    }

    @Test("It is read again, three times in all, and no more after that", arguments: 0...5)
    func again(_ failures: Int) {
        for isLying in [false, true] {
            var (rig, readings) = Self.started(failures: failures, isLying: isLying)
            for id in Self.proven { #expect(readings[id] == min(failures + 1, 3), "\(FakeCamera.name(id))") }
            rig.forget()
            rig.send(.viewShown)
            rig.tap(0.25, 0.5)
            rig.pass(1000)
            for id in Self.proven { #expect(!rig.calls.contains { $0.readsOnly(id) }, "\(FakeCamera.name(id))") }
            #expect(rig.allViolations == [])
        }
    }

    @Test("What says \"off\" is off again at the end, also where no reading has come", arguments: 0...4)
    func believed(_ failures: Int) {
        var rig = Self.started(failures: failures, isLying: false).rig
        rig.tap(0.25, 0.5)
        rig.pass(9000)
        rig.send(.stop)
        #expect(rig.hasStopped(complete: true))
        for control in CameraExamples.manual.controls {
            #expect(rig.camera?.values[control.id] == control.value, "\(FakeCamera.name(control.id))")
        }
        #expect(rig.allViolations == [])
    }

    @Test("What always says \"off\" is left on where a reading has come, and off where none has", arguments: 0...4)
    func disproved(_ failures: Int) {
        var rig = Self.started(failures: failures, isLying: true).rig
        rig.tap(0.25, 0.5)
        rig.pass(9000)
        rig.send(.stop)
        #expect(rig.hasStopped(complete: true))
        #expect(rig.camera?.integer(.focusAuto) == (failures < 3 ? 1 : 0))
        #expect(rig.camera?.integer(.exposureAuto) == (failures < 3 ? 3 : 1))
        #expect(rig.allViolations == [])
    }

    @Test("A stop before the reading has come puts everything back, and a camera that comes anew is asked anew")
    func interrupted() throws {
        var rig = EngineRig()
        rig.arrive(CameraExamples.manual)
        rig.answersAtOnce = false
        rig.send(.start)
        for _ in 0..<100 where rig.call?.operation.readsOnly(.focusAuto) != true { rig.answerOne() }
        try #require(rig.call?.operation.readsOnly(.focusAuto) == true)
        var gone = rig
        rig.send(.stop)
        rig.camera?.unreadable = [.focusAuto, .exposureAuto]
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(rig.hasStopped(complete: true) && rig.timers.isEmpty)
        for control in CameraExamples.manual.controls {
            #expect(rig.camera?.values[control.id] == control.value, "\(FakeCamera.name(control.id))")
        }
        gone.leave()
        gone.answersAtOnce = true
        gone.forget()
        gone.arrive(CameraExamples.manual)
        for id in Self.proven { #expect(gone.calls.filter { $0.readsOnly(id) }.count == 1) }
        #expect(rig.allViolations == [] && gone.allViolations == [])
    }
}
