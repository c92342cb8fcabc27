import FocusCore
import Testing

/// Another configuration in the middle of a session, and what is told only once.
struct EngineChangeTests {
    @Test("Another force lock time counts from the next tap on")
    func forceLockTime() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.change(to: Configuration().with { $0.forceLockTime = .milliseconds(1000) })
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.pass(1200)
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
    }

    @Test("Other limits of a tap count from the next touch on")
    func tapLimits() {
        for (longest, states) in [(400, []), (1000, ["autoAndForceLocked tap"])] as [(Int64, [String])] {
            var rig = EngineRig(started: CameraExamples.withRegion)
            rig.send(
                .touchscreenArrived(
                    TouchscreenDescription(
                        minimumX: 0, maximumX: 1919, minimumY: 0, maximumY: 1079, unitsPerMillimetreX: 10,
                        unitsPerMillimetreY: 10)))
            var configuration = Configuration()
            configuration.tap.longestTime = .milliseconds(longest)
            rig.change(to: configuration)
            rig.forget()
            rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 480, y: 540)))
            rig.pass(700)
            rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 480, y: 540)))
            #expect(rig.states == states, "\(longest) ms")
        }
    }

    @Test("Frames whose numbers cannot be are told once")
    func unusableFrames() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.forget()
        for number in 0..<3 as Range<UInt32> {
            rig.send(
                .frames(
                    .measured(
                        FrameStatistics(
                            request: 1, sequence: number, captured: rig.now, lens: nil, sharpness: .nan, mean: 0.5))))
        }
        #expect(rig.faults == [.frameUnusable])
    }
}
