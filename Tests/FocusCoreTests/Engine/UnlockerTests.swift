import FocusCore
import Testing

/// The reasons that can unlock a lock, as the engine reports them.
struct UnlockerTests {
    /// The unlockers of the last state report.
    private static func unlockers(_ rig: EngineRig) -> [MovedReason]? {
        let reports = rig.effects.compactMap { if case .state(let report) = $0 { report } else { nil } }
        return reports.last?.unlockers.map { reasons in MovedReason.allCases.filter { reasons.contains($0) } }
    }

    private static func locked(
        _ watch: SceneWatch, sensor: Bool, frames: Bool, idle: Bool = false, framesErrno: Int32 = 0
    ) -> EngineRig {
        var configuration = Configuration()
        configuration.sceneWatch = watch
        configuration.unlockAfter = idle ? .milliseconds(60_000) : nil
        var rig = EngineRig(configuration)
        rig.arrive(frames ? CameraExamples.regionAndFrames : CameraExamples.withRegion)
        rig.camera?.framesErrno = framesErrno
        if sensor { rig.send(.accelerometerArrived) }
        rig.send(.start)
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        return rig
    }

    @Test("Unlockers are what is configured and connected")
    func asThingsAre() {
        for (watch, sensor, frames, wanted): (SceneWatch, Bool, Bool, [MovedReason]) in [
            (.automatic, true, true, [.accelerometer, .scene]), (.automatic, false, true, [.scene]),
            (.automatic, true, false, [.accelerometer]), (.automatic, false, false, []),
            (.withoutAccelerometer, true, true, [.accelerometer]), (.withoutAccelerometer, false, true, [.scene]),
            (.always, true, true, [.accelerometer, .scene]), (.always, false, true, [.scene]),
            (.always, true, false, [.accelerometer]), (.always, false, false, []),
            (.never, true, true, [.accelerometer]), (.never, false, true, []),
        ] {
            let rig = Self.locked(watch, sensor: sensor, frames: frames)
            #expect(rig.engine.state == .unlockableLocked && Self.unlockers(rig) == wanted)
            let idle = Self.locked(watch, sensor: sensor, frames: frames, idle: true)
            #expect(Self.unlockers(idle) == wanted + [.idle])
        }
    }

    @Test("Only a state that waits to be unlocked names what can unlock it")
    func otherStates() {
        var rig = Self.locked(.always, sensor: true, frames: true)
        rig.tap(0.75, 0.5)
        #expect(rig.engine.state != .unlockableLocked && Self.unlockers(rig) == nil)
        rig.send(.viewShown)
        #expect(rig.engine.state == .continuousAuto && Self.unlockers(rig) == nil)
    }

    @Test("The scene unlocks nothing while another program has the stream, until the next tap gets it")
    func busy() {
        var rig = Self.locked(.always, sensor: false, frames: true, framesErrno: 16)
        #expect(Self.unlockers(rig) == [])
        rig.camera?.framesErrno = 0
        rig.tap(0.75, 0.5)
        rig.pass(3000)
        #expect(Self.unlockers(rig) == [.scene])
        // A stream that fails in another way is asked for again by and by.
        rig = Self.locked(.always, sensor: false, frames: true, framesErrno: 5)
        #expect(Self.unlockers(rig) == [.scene])
    }

    private static func present(_ rig: EngineRig) -> [MovedReason]? {
        rig.engine.unlockers.map { reasons in MovedReason.allCases.filter { reasons.contains($0) } }
    }

    @Test("Beside an accelerometer, too, the scene is not promised while another program has the stream")
    func busyBesideAccelerometer() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.framesErrno = 16
        rig.tap(0.25, 0.5)
        rig.pass(4000)
        #expect(rig.engine.state == .unlockableLocked && Self.unlockers(rig) == [.accelerometer])
        #expect(Self.present(rig) == [.accelerometer])
        // The watch asks once more, and gets the stream.
        rig.camera?.framesErrno = 0
        rig.film(3000)
        #expect(rig.camera?.image.request != nil && Self.present(rig) == [.accelerometer, .scene])
    }

    @Test("What can unlock now is told as it is now, and not as it was when the state was entered")
    func asThingsAreNow() {
        var rig = Self.locked(.automatic, sensor: true, frames: true, framesErrno: 16)
        #expect(Self.unlockers(rig) == [.accelerometer, .scene] && Self.present(rig) == [.accelerometer, .scene])
        // The watch asks for the stream, and another program has it.
        rig.pass(3000)
        #expect(Self.unlockers(rig) == [.accelerometer, .scene] && Self.present(rig) == [.accelerometer])
        rig.send(.accelerometerLeft)
        #expect(Self.present(rig) == [])
        rig.send(.viewShown)
        #expect(Self.present(rig) == nil)
    }
}
