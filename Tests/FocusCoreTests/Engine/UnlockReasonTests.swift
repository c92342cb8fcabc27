import Testing

@testable import FocusCore

/// The reason of an unlock, and its report.
struct UnlockReasonTests {
    private static func rig(
        _ camera: CameraDescription = CameraExamples.automatic, watch: SceneWatch = .automatic,
        unlockAfter: TimeSpan? = nil, hasAccelerometer: Bool = false, sceneWatchAfter: TimeSpan = .milliseconds(5000)
    ) -> EngineRig {
        var rig = EngineRig(
            Configuration().with {
                $0.unlockAfter = unlockAfter
                $0.sceneWatch = watch
                $0.sceneWatchAfter = sceneWatchAfter
            })
        rig.arrive(camera)
        if hasAccelerometer { rig.send(.accelerometerArrived) }
        rig.send(.start)
        rig.forget()
        return rig
    }

    @Test(
        "A subject that changes and is still then lets go of the lock, and the reason is the scene",
        arguments: [CameraExamples.automatic, CameraExamples.byHand, CameraExamples.regionAndFrames])
    func sceneChanges(_ camera: CameraDescription) {
        var rig = Self.rig(camera)
        rig.tap(0.25, 0.5)
        rig.film(10_000)
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
        rig.camera?.image.grid = 180
        rig.film(4000)
        #expect(rig.states.last == "continuousAuto motion")
        #expect(rig.reasons.last == .scene)
        #expect(rig.allViolations == [])
    }

    @Test("A scene that stays as it is keeps the lock for an hour")
    func sceneStays() {
        var rig = Self.rig()
        rig.tap(0.25, 0.5)
        rig.film(60_000)
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
    }

    @Test("A scene that changes during the force lock is remembered, and lets go when that is over, with its reason")
    func sceneDuringForceLock() {
        var configuration = Configuration()
        configuration.forceLockTime = .milliseconds(20_000)
        var rig = EngineRig(configuration)
        rig.arrive(CameraExamples.automatic)
        rig.send(.start)
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.camera?.image.grid = 180
        rig.film(15_000)
        #expect(rig.states == ["autoAndForceLocked tap", "continuousAuto timer"])
        #expect(rig.reasons == [nil, .scene])
    }

    @Test("The accelerometer's reason is said, too")
    func accelerometer() {
        var rig = Self.rig(watch: .never, hasAccelerometer: true)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.shake()
        #expect(rig.states.last == "continuousAuto motion")
        #expect(rig.reasons.last == .accelerometer)
        #expect(rig.camera?.streams == ["start", "stop"])
    }

    @Test("A sensor that takes another's place in a lock is no motion, however it is mounted")
    func anotherSensor() {
        var rig = Self.rig(watch: .never, hasAccelerometer: true)
        rig.tap(0.25, 0.5)
        rig.rest(milliseconds: 8000)
        rig.send(.accelerometerLeft)
        rig.send(.accelerometerArrived)
        for _ in 0..<100 {
            rig.pass(20)
            rig.send(.acceleration(Acceleration(x: 9.8, y: 0, z: 0)))
        }
        #expect(rig.states.last == "unlockableLocked timer")
    }

    @Test("A compensation begins another watch of the scene, because the picture changes")
    func compensated() {
        var rig = Self.rig()
        rig.tap(0.25, 0.5)
        rig.film(10_000)
        #expect(rig.engine.scene.request != nil)
        rig.send(.exposureCompensation(1))
        #expect(rig.engine.scene.request == nil)
    }

    @Test("While a program holds the stream and measures nothing, no watch of the scene is awaited")
    func awaitedWatch() {
        var rig = Self.rig(hasAccelerometer: true, sceneWatchAfter: .milliseconds(60_000))
        rig.tap(0.25, 0.5)
        #expect(rig.timers[.sceneWatch] != nil)
        rig.send(.framesHeld(FrameHolder(givesFrames: false)))
        #expect(rig.timers[.sceneWatch] == nil)
        rig.send(.framesHeld(nil))
        #expect(rig.timers[.sceneWatch] != nil)
    }

    @Test(
        "Nobody touching the screen for long lets go of the lock, where that is wanted; each touch begins the time anew"
    )
    func idle() {
        var rig = Self.rig(watch: .never, unlockAfter: .milliseconds(10_000))
        rig.send(.touchscreenArrived(TouchTimeLine.screen))
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 100, y: 100)))
        rig.film(3000)
        #expect(rig.states.last == "unlockableLocked timer")
        rig.film(8000)
        #expect(rig.states.last == "continuousAuto motion")
        #expect(rig.reasons.last == .idle)
        #expect(rig.timers.isEmpty)
    }

    @Test("Without the wish, a lock is kept for as long as nobody moves")
    func noIdle() {
        var rig = Self.rig(watch: .never)
        rig.tap(0.25, 0.5)
        rig.pass(86_400_000)
        #expect(rig.states.last == "unlockableLocked timer")
    }

    @Test(
        "A stream that another program has is not asked for again while it is held; one that fails otherwise less and less"
    )
    func watchRefused() {
        for (errno, attempts) in [(Int32(16), 1...1), (5, 5...10)] {
            var rig = Self.rig(CameraExamples.regionAndFrames)
            rig.camera?.framesErrno = errno
            rig.tap(0.25, 0.5)
            rig.film(60_000)
            #expect(rig.faults == [.framesRefused(errno: errno)])
            #expect(attempts.contains(rig.camera?.streams.count ?? 0), "\(rig.camera?.streams.count ?? 0) times")
            #expect(rig.allViolations == [])
        }
    }

    @Test("An accelerometer that goes while something is held anew is replaced by the scene, too", arguments: 1...3)
    func accelerometerGoesDuringHold(_ ignored: Int) throws {
        var rig = Self.rig(hasAccelerometer: true, sceneWatchAfter: .milliseconds(60_000))
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.camera?.ignored = [.exposureAbsolute: ignored]
        rig.send(.exposureCompensation(-1))
        try #require(rig.timers[.verification] != nil)
        rig.send(.accelerometerLeft)
        rig.film(1000)
        #expect(rig.camera?.image.request?.includesGrid == true)
        #expect(rig.timers[.verification] == nil)
        #expect(rig.allViolations == [])
    }

    @Test("An accelerometer that goes while a tap is refused leaves the lock before with the scene")
    func accelerometerGoesDuringRefusal() {
        var rig = Self.rig(
            CameraExamples.regionAndFrames, hasAccelerometer: true, sceneWatchAfter: .milliseconds(60_000))
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.answersAtOnce = false
        rig.camera?.refusals = [.regionRectangle: 110]
        rig.send(.viewTapped(x: 0.75, y: 0.5))
        rig.send(.accelerometerLeft)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(1000)
        #expect(rig.refusals == [.cameraRefused])
        #expect(rig.camera?.image.request?.includesGrid == true)
    }

    @Test("An accelerometer that goes while something is held is replaced by the scene, and takes its place again")
    func accelerometerGoes() {
        var rig = Self.rig(hasAccelerometer: true, sceneWatchAfter: .milliseconds(60_000))
        rig.tap(0.25, 0.5)
        rig.film(8000)
        #expect(rig.camera?.image.request == nil)
        rig.send(.accelerometerLeft)
        #expect(rig.camera?.image.request?.includesGrid == true)
        rig.send(.accelerometerArrived)
        #expect(rig.camera?.image.request == nil)
        #expect(rig.allViolations == [])
    }

    @Test("A device that has been still for five seconds after the tap is unlocked by the scene, too")
    func stillDevice() {
        var rig = Self.rig(CameraExamples.regionAndFrames, hasAccelerometer: true)
        rig.tap(0.25, 0.5)
        rig.rest(milliseconds: 4900)
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
        #expect(rig.camera?.image.request == nil)
        rig.rest(milliseconds: 200)
        #expect(rig.camera?.image.request?.includesGrid == true)
        rig.film(2000)
        rig.camera?.image.grid = 180
        rig.film(4000)
        #expect(rig.states.last == "continuousAuto motion" && rig.reasons.last == .scene)
        #expect(rig.allViolations == [])
    }

    @Test("A sensor that sends nothing while it is at rest, or no numbers, does not keep the scene from being watched")
    func silentSensor() {
        for sendsNaN in [false, true] {
            var rig = Self.rig(CameraExamples.regionAndFrames, hasAccelerometer: true)
            rig.tap(0.25, 0.5)
            for _ in 0..<49 {
                rig.pass(100)
                if sendsNaN { rig.send(.acceleration(Acceleration(x: .nan, y: 0, z: 9.8))) }
            }
            #expect(rig.camera?.image.request == nil)
            rig.film(3000)
            #expect(rig.camera?.image.request?.includesGrid == true)
            rig.camera?.image.grid = 180
            rig.film(4000)
            #expect(rig.states.last == "continuousAuto motion" && rig.reasons.last == .scene)
            #expect(rig.timers.isEmpty && rig.allViolations == [])
        }
    }

    @Test("The watch's timer runs only where the scene is to be watched beside an accelerometer, and only while locked")
    func watchTimer() {
        for (watch, sensor, frames) in [
            (SceneWatch.automatic, true, true), (.automatic, false, true), (.automatic, true, false),
            (.withoutAccelerometer, true, true), (.always, true, true), (.never, true, true),
        ] {
            let camera = frames ? CameraExamples.regionAndFrames : CameraExamples.withRegion
            var rig = Self.rig(camera, watch: watch, hasAccelerometer: sensor)
            rig.tap(0.25, 0.5)
            let isAwaited = watch == .automatic && sensor && frames
            #expect((rig.timers[.sceneWatch] != nil) == isAwaited, "\(watch), \(sensor), \(frames)")
            if sensor {
                rig.send(.accelerometerLeft)
                #expect(rig.timers[.sceneWatch] == nil)
                rig.send(.accelerometerArrived)
                #expect((rig.timers[.sceneWatch] != nil) == isAwaited)
            }
            rig.send(.viewShown)
            #expect(rig.timers[.sceneWatch] == nil && rig.allViolations == [])
        }
    }

    @Test("Motion begins the five seconds anew, and so does each tap; without the wish the scene is never watched")
    func stillnessBeginsAnew() {
        var configuration = Configuration().with { $0.forceLockTime = .milliseconds(30_000) }
        for (watch, isWatched) in [(SceneWatch.automatic, true), (.withoutAccelerometer, false), (.never, false)] {
            configuration.sceneWatch = watch
            var rig = EngineRig(configuration)
            rig.arrive(CameraExamples.regionAndFrames)
            rig.send(.accelerometerArrived)
            rig.send(.start)
            rig.tap(0.25, 0.5)
            rig.rest(milliseconds: 4000)
            rig.shake()
            rig.rest(milliseconds: 3000)
            #expect(rig.camera?.image.request == nil)
            rig.rest(milliseconds: 4000)
            #expect((rig.camera?.image.request != nil) == isWatched)
            rig.tap(0.75, 0.5)
            rig.rest(milliseconds: 4900)
            #expect(rig.camera?.image.request == nil)
            rig.rest(milliseconds: 200)
            #expect((rig.camera?.image.request != nil) == isWatched)
            #expect(rig.allViolations == [])
        }
    }

    @Test("A scene whose frames were lost is known to unlock nothing, until they come again")
    func lostFrames() {
        var rig = Self.rig(CameraExamples.regionAndFrames)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        #expect(!rig.engine.lacksFramesOfScene)
        rig.camera?.image.request = nil
        rig.loseFrames(errno: 110)
        #expect(rig.engine.lacksFramesOfScene)
        rig.pass(600)
        #expect(rig.camera?.image.request != nil && rig.engine.lacksFramesOfScene, "asked for, and none has come")
        rig.film(2000)
        #expect(!rig.engine.lacksFramesOfScene)
        rig.camera?.image.grid = 180
        rig.film(4000)
        #expect(rig.reasons.last == .scene)
    }

    @Test("A tap that an application reports begins the time without a touch, as a touch does")
    func idleAfterReportedTap() {
        var rig = Self.rig(watch: .never, unlockAfter: .milliseconds(10_000))
        rig.tap(0.25, 0.5)
        #expect(rig.timers[.idle]?.deadline == rig.now.advanced(by: .milliseconds(10_000)))
        // The end of the force lock, after 3 s, begins it anew.
        rig.film(13_200)
        #expect(rig.states.last == "continuousAuto motion")
        #expect(rig.reasons.last == .idle)
    }
}
