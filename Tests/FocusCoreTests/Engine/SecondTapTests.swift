import FocusCore
import Testing

/// A second tap at the same point.
struct SecondTapTests {
    @Test(
        "On a slow camera it is watched anew: what changed before it does not count, what changes after it does",
        arguments: [CameraExamples.regionAndFrames, CameraExamples.automatic], [1, 3, 10, 30])
    func watchesAnew(_ camera: CameraDescription, _ late: Int) {
        var configuration = Configuration()
        configuration.sceneWatch = .always
        for change in stride(from: 0, through: 3000, by: 500) as StrideThrough<Int64> {
            var rig = EngineRig(started: camera, configuration)
            rig.tap(0.25, 0.5)
            rig.film(16_000)
            rig.camera?.image.grid = 180
            rig.film(change)
            rig.forget()
            rig.answersAtOnce = false
            rig.tap(0.25, 0.5)
            rig.film(20_000, answeringAfter: late)
            rig.film(20_000)
            // It may have been let go before the tap was accepted; after that it is held.
            #expect(rig.states.last == "unlockableLocked timer", "late \(late), change \(change): \(rig.states)")
            rig.camera?.image.grid = 60
            rig.film(6000)
            #expect(rig.reasons.last == .scene, "late \(late), change \(change): \(rig.states)")
        }
    }
}
