import FocusCore
import Testing

/// The writes to a camera that refuses nothing, in their order.
struct ControlOrderTests {
    /// The region around the middle, for focus (1/6) and around (0.25, 0.5).
    private static let middle = "rect=800,450,320x180,auto=9"
    private static let left = "rect=320,450,320x180,auto=9"

    @Test("At the start, what is in effect already is not written")
    func start() {
        let rig = EngineRig(started: CameraExamples.withRegion)
        #expect(rig.writes == [Self.middle])
        #expect(rig.states == ["continuousAuto start"])
        #expect(rig.allViolations == [])
    }

    @Test("At the start, automatics that are off are switched on")
    func startFromManual() {
        let rig = EngineRig(started: CameraExamples.manual)
        #expect(rig.writes == [Self.middle, "focusAuto=1", "exposureAuto=3"])
    }

    @Test("A tap moves the region; when all has come to rest, focus and then exposure are held")
    func tapFromContinuous() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.writes == [Self.left])
        #expect(rig.states == ["autoAndForceLocked tap"])
        rig.forget()
        rig.pass(2000)
        #expect(rig.writes == ["focusAuto=0", "focus=115", "exposureAuto=1,exposure=178"])
        #expect(rig.settled.count == 1)
        #expect(rig.settled.first?.focus == .converged)
        #expect(rig.settled.first?.exposure == .converged)
        #expect(rig.allViolations == [])
    }

    @Test("A tap while held moves the region and switches the automatics on again")
    func tapWhileHeld() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.75, 0.5)
        rig.pass(2000)
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.writes == [Self.left, "focusAuto=1", "exposureAuto=3"])
        #expect(rig.camera?.redundantWrites == [])
    }

    @Test("A second tap at the same point starts a search, although the region is in effect", arguments: [1, 64])
    func samePointTwice(_ grid: Int32) {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.rectangleGrid = grid
        rig.tap(0.25, 0.5)
        rig.pass(100)
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.writes == ["focusAuto=0", "focusAuto=1"])
        rig.pass(2500)
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.writes == ["focusAuto=1", "exposureAuto=3"])
        #expect(rig.allViolations == [])
    }

    @Test("A second tap while the first is adjusting replaces it: one report, for the second")
    func secondTapDuringAdjusting() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.75, 0.5)
        rig.pass(150)
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.writes == [Self.left])
        rig.pass(2800)
        #expect(rig.settled.count == 1)
        #expect(rig.states == ["autoAndForceLocked tap"])
        rig.pass(300)
        #expect(rig.states.last == "unlockableLocked timer")
    }

    @Test("A view that is shown has everything written again, in effect or not", arguments: [false, true])
    func viewShown(_ isHeld: Bool) {
        var rig = EngineRig(started: CameraExamples.withRegion)
        if isHeld {
            rig.tap(0.25, 0.5)
            rig.pass(2000)
        }
        rig.forget()
        rig.send(.viewShown)
        #expect(rig.writes == [Self.middle, "focusAuto=1", "exposureAuto=3"])
        #expect(rig.timers.isEmpty)
    }

    @Test("Without a region, focus is made to search by switching its automatic off and on")
    func wholeFrame() {
        var rig = EngineRig(started: CameraExamples.withoutRegion)
        #expect(rig.writes == [])
        rig.tap(0.25, 0.5)
        #expect(rig.writes == ["focusAuto=0", "focusAuto=1"])
        rig.forget()
        rig.pass(2000)
        #expect(rig.writes == ["focusAuto=0", "focus=115", "exposureAuto=1,exposure=178"])
        #expect(rig.settled.first?.focusLevel == .wholeFrame)
    }

    @Test("With a button, the automatic goes off, the button is pressed, and the status decides")
    func button() {
        var rig = EngineRig(started: CameraExamples.withButton)
        rig.tap(0.25, 0.5)
        #expect(rig.writes == ["focusAuto=0", "start=0"])
        rig.pass(2000)
        #expect(rig.writes == ["focusAuto=0", "start=0", "lock=1"])
        #expect(rig.settled.first?.focus == .converged)
        #expect(rig.settled.first?.focusLevel == .oneShot)
        rig.forget()
        rig.shake()
        rig.pass(1000)
        rig.shake()
        #expect(rig.writes == ["focusAuto=1", "lock=0"])
        #expect(rig.allViolations == [])
    }

    @Test("A search that the camera says has failed is reported, and held all the same")
    func buttonFails() {
        var rig = EngineRig(started: CameraExamples.withButton)
        rig.camera?.statuses = [1, 1, 4]
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        #expect(rig.settled.first?.focus == .failed)
        #expect(rig.states.last == "autoAndForceLocked tap")
    }

    @Test("A status left over from the search before is not taken for this one's")
    func staleStatus() {
        for stale in [2, 4] as [Int64] {
            var rig = EngineRig(started: CameraExamples.withButton)
            rig.camera?.statuses = [stale, stale, 1, 1, 1, stale == 2 ? 4 : 2]
            rig.tap(0.25, 0.5)
            rig.pass(2000)
            #expect(rig.settled.first?.focus == (stale == 2 ? .failed : .converged))
        }
    }

    @Test("With the 3A lock, both are let go, begin anew, and are locked again")
    func lock() {
        var rig = EngineRig(started: CameraExamples.withLock)
        rig.tap(0.25, 0.5)
        #expect(rig.writes == ["focusAuto=0", "focusAuto=1"])
        rig.pass(2000)
        #expect(rig.writes == ["focusAuto=0", "focusAuto=1", "lock=4", "lock=5"])
        rig.forget()
        rig.tap(0.75, 0.5)
        #expect(rig.writes == ["lock=1", "focusAuto=0", "focusAuto=1", "lock=0"])
        rig.pass(2000)
        rig.forget()
        rig.send(.viewShown)
        #expect(rig.writes == ["lock=0", "focusAuto=1", "exposureAuto=3"])
    }

    @Test("Spot metering is used where the point is about the middle, and put back afterwards")
    func metering() {
        for point in [0.5, 0.55] {
            var rig = EngineRig(started: CameraExamples.withButton)
            rig.tap(point, 0.5)
            #expect(rig.writes == ["focusAuto=0", "start=0", "metering=2"])
            rig.pass(2000)
            rig.forget()
            rig.tap(0.9, 0.9)
            #expect(rig.writes == ["start=0", "lock=0", "metering=0"])
        }
    }

    @Test("The white balance's lock is left as it is, whoever has set it, even when everything is written again")
    func whiteBalanceLock() {
        let locked = CameraExamples.camera(
            [CameraExamples.focusAuto(), CameraExamples.exposureAuto(), CameraExamples.lock3A(0x2)])
        for camera in [CameraExamples.manual, locked] {
            var rig = EngineRig(started: camera)
            rig.send(.viewShown)
            #expect(rig.camera?.integer(.lock3A) == 2, "\(rig.writes)")
            rig.tap(0.25, 0.5)
            rig.pass(2000)
            rig.send(.viewShown)
            #expect(rig.camera?.integer(.lock3A) == 2, "\(rig.writes)")
        }
    }

    @Test("What cannot be watched gets its time, is held where it is, and is reported as held")
    func unobservable() {
        var rig = EngineRig(started: CameraExamples.unobservable)
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.pass(1400)
        #expect(rig.settled.isEmpty)
        rig.pass(200)
        #expect(rig.writes == [Self.left, "focusAuto=0", "exposureAuto=1"])
        #expect(rig.settled.first?.focus == .held)
        #expect(rig.settled.first?.exposure == .held)
    }

    @Test("What could be watched but never can be read is held by the deadline, and reported as held")
    func unreadable() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.isUnreadable = true
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.pass(2600)
        #expect(rig.writes == [Self.left, "focusAuto=0", "exposureAuto=1"])
        #expect(rig.settled.first?.focus == .held)
        #expect(rig.settled.first?.exposure == .held)
    }

    @Test("What never comes to rest is held at the deadline, before the force lock ends, and reported as failed")
    func deadline() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.isRestless = true
        rig.tap(0.25, 0.5)
        rig.pass(2490)
        #expect(rig.settled.isEmpty)
        rig.pass(20)
        #expect(rig.settled.first?.focus == .failed)
        #expect(rig.settled.first?.exposure == .failed)
        #expect(rig.camera?.integer(.focusAuto) == 0)
        #expect(rig.camera?.integer(.exposureAuto) == 1)
        #expect(rig.states.last == "autoAndForceLocked tap")
    }

    @Test("A camera with one of the two says nothing of the other")
    func oneComponent() {
        var rig = EngineRig(started: CameraExamples.focusOnly)
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        #expect(rig.settled.first?.focus == .converged)
        #expect(rig.settled.first?.exposure == nil)
        rig = EngineRig(started: CameraExamples.exposureOnly)
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        #expect(rig.settled.first?.focus == nil)
        #expect(rig.settled.first?.exposure == .held, "it was right already, and never moved")
    }

    @Test("A fixed camera and no camera refuse taps, each with its reason, and nothing changes")
    func nothingToSet() {
        var rig = EngineRig(started: CameraExamples.fixed)
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.refusals == [.nothingToSet])
        rig.leave()
        rig.tap(0.25, 0.5)
        #expect(rig.refusals == [.nothingToSet, .noCamera])
        #expect(rig.states == [])
        #expect(rig.timers.isEmpty)
    }
}
