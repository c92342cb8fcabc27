import FocusCore
import SimulatedDevices
import Testing

/// When motion counts, and when nothing can be woken by it.
struct MotionAndLockTests {
    private static func isQuiet(_ rig: EngineRig) -> Bool {
        !rig.isSensorAwake && rig.timers.isEmpty && rig.demand == nil
    }

    @Test("In continuousAuto the sensor sleeps, no timer is armed and no call is under way, however it got there")
    func continuousAutoIsQuiet() {
        for camera in CameraExamples.all {
            var rig = EngineRig(started: camera)
            #expect(Self.isQuiet(rig), "after the start")
            rig.tap(0.25, 0.5)
            rig.send(.viewShown)
            #expect(Self.isQuiet(rig), "shown right after a tap")
            rig.tap(0.25, 0.5)
            rig.pass(1000)
            rig.send(.viewShown)
            #expect(Self.isQuiet(rig), "shown while adjusting")
            rig.tap(0.25, 0.5)
            rig.rest(milliseconds: 1000)
            rig.shake()
            rig.pass(2000)
            #expect(rig.engine.state == .continuousAuto)
            #expect(Self.isQuiet(rig), "moved within the force lock")
            rig.tap(0.25, 0.5)
            rig.rest(milliseconds: 4000)
            rig.shake()
            #expect(rig.engine.state == .continuousAuto)
            #expect(Self.isQuiet(rig), "moved after the force lock")
            #expect(rig.allViolations == [])
        }
    }

    @Test("Samples in continuousAuto have no effect: whatever comes later is the same with and without them")
    func samplesHaveNoEffect() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var quiet = EngineRig(started: CameraExamples.withRegion)
            var shaken = quiet
            for _ in 0..<12 {
                if quiet.engine.state == .continuousAuto {
                    for _ in 0..<20 {
                        let sample = Acceleration(x: random.noise(10), y: random.noise(10), z: random.noise(10))
                        #expect(shaken.send(.acceleration(sample)).isEmpty, "seed \(seed)")
                    }
                }
                let (x, pause, what) = (random.number(0...1), Int64(random.integer(0...4000)), random.integer(0...3))
                for isShaken in [false, true] {
                    var rig = isShaken ? shaken : quiet
                    if what < 2 { rig.tap(x, 0.5) } else if what == 2 { rig.shake() } else { rig.send(.viewShown) }
                    rig.pass(pause)
                    if isShaken { shaken = rig } else { quiet = rig }
                }
            }
            #expect(quiet.effects == shaken.effects, "seed \(seed)")
        }
    }

    @Test("Motion within the force lock is remembered and unlocks at its end; motion after it unlocks at once")
    func remembered() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.rest(milliseconds: 500)
        rig.shake()
        #expect(rig.engine.hasMoved)
        #expect(rig.states.last == "autoAndForceLocked tap")
        rig.pass(1500)
        #expect(rig.states.last == "continuousAuto timer")
        rig.tap(0.25, 0.5)
        rig.rest(milliseconds: 3500)
        #expect(rig.states.last == "unlockableLocked timer")
        rig.shake()
        #expect(rig.states.last == "continuousAuto motion")
    }

    @Test("The point that is held is told in both locked states, and none in continuousAuto")
    func heldPoint() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.rest(milliseconds: 3500)
        rig.shake()
        let points = rig.effects.compactMap { effect -> PointOfInterest?? in
            if case .state(let report) = effect { .some(report.point) } else { nil }
        }
        let point = PointOfInterest(x: 0.25, y: 0.5)
        #expect(points == [nil, point, point, nil])
    }

    @Test("The sensor is awake exactly in the locked states, and only where there is one")
    func sensor() {
        var rig = EngineRig()
        rig.arrive(CameraExamples.withRegion)
        rig.send(.start)
        rig.tap(0.25, 0.5)
        #expect(!rig.isSensorAwake)
        rig.send(.accelerometerArrived)
        #expect(rig.isSensorAwake)
        rig.send(.accelerometerLeft)
        #expect(!rig.isSensorAwake)
        rig.send(.accelerometerArrived)
        #expect(rig.isSensorAwake)
        rig.send(.accelerometerArrived)
        #expect(rig.isSensorAwake, "a sensor that comes anew sleeps until it is told")
        rig.send(.stop)
        #expect(!rig.isSensorAwake)
    }

    @Test("A sample that is no number is reported once for each sensor, and ignored")
    func notFinite() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.forget()
        for bad in [Double.nan, .infinity, -.infinity] {
            rig.send(.acceleration(Acceleration(x: bad, y: 0, z: 9.8)))
        }
        #expect(rig.effects == [.fault(.accelerationNotFinite)])
        rig.send(.accelerometerLeft)
        rig.send(.accelerometerArrived)
        rig.forget()
        rig.send(.acceleration(Acceleration(x: 0, y: .nan, z: 9.8)))
        #expect(rig.effects == [.fault(.accelerationNotFinite)])
    }
}
