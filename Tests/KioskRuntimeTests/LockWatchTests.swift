import FocusCore
import Glibc
import Testing

@testable import KioskRuntime

/// The reasons that unlock, as they are announced.
@Suite struct LockWatchTests {
    private func watch(_ sceneWatch: SceneWatch, idle: Bool = false) -> LockWatch {
        var configuration = Configuration()
        configuration.sceneWatch = sceneWatch
        configuration.unlockAfter = idle ? .milliseconds(60_000) : nil
        return LockWatch(configuration)
    }

    private func request(_ grid: Bool) -> ControlCall.Operation {
        let area = NormalizedRectangle(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
        return .startFrames(FrameRequest(focus: area, exposure: area, includesGrid: grid))
    }

    @Test("A reason is announced if it is configured and its device is there")
    func asThingsAre() {
        for (scene, sensor, frames, wanted): (SceneWatch, Bool, Bool, [MovedReason]) in [
            (.automatic, true, true, [.accelerometer]), (.automatic, false, true, [.scene]),
            (.automatic, true, false, [.accelerometer]), (.automatic, false, false, []),
            (.always, true, true, [.accelerometer, .scene]), (.always, false, true, [.scene]),
            (.always, true, false, [.accelerometer]), (.always, false, false, []),
            (.never, true, true, [.accelerometer]), (.never, false, true, []),
        ] {
            #expect(watch(scene).unlockers(hasAccelerometer: sensor, givesFrames: frames) == wanted)
            #expect(
                watch(scene, idle: true).unlockers(hasAccelerometer: sensor, givesFrames: frames) == wanted + [.idle])
        }
    }

    @Test("The scene unlocks nothing after another program had the stream, until the next tap or the stream starts")
    func busy() {
        var lock = watch(.always)
        func unlockers() -> [MovedReason] { lock.unlockers(hasAccelerometer: false, givesFrames: true) }
        // The tap's own frames have nothing to do with the watch, and after other errors the frames are requested
        // again.
        lock.answered(request(false), errno: EBUSY)
        lock.answered(request(true), errno: EIO)
        #expect(unlockers() == [.scene])
        lock.answered(request(true), errno: EBUSY)
        lock.took(
            StateReport(
                state: .unlockableLocked, point: .centre, cause: .timer, rule: .lockElapsedStill, indicator: .unchanged)
        )
        #expect(unlockers() == [])
        lock.answered(request(true), errno: 0)
        #expect(unlockers() == [.scene])
        lock.answered(request(true), errno: EBUSY)
        lock.took(
            StateReport(
                state: .autoAndForceLocked(.centre), point: .centre, cause: .tap, rule: .tapped, indicator: .unchanged))
        #expect(unlockers() == [.scene])
    }
}
