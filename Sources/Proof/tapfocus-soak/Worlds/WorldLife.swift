import FocusCore
import SimulatedDevices

/// The life of a world from its beginning to its end, with the checks at rest.
extension World {
    mutating func live() {
        begin()
        for action in plan.actions where !isBroken { act(action) }
        guard !isBroken else { return }
        if !monitor.isStopping, plan.number % 4 != 0 {
            calmDown()
            finish()
        }
        end()
    }

    private mutating func finish() {
        switch plan.ending {
        case .nothing: break
        case .viewShown: checkContinuous()
        case .rest: checkPatience()
        case .streamDies(let x, let y): checkStreamComesBack(x, y)
        case .tap(let x, let y): checkTap(x, y)
        case .motion(let x, let y): checkMotion(x, y)
        case .compensation(let x, let y): checkCompensation(x, y)
        case .light(let x, let y): checkLight(x, y)
        case .lens(let x, let y): checkLens(x, y)
        }
    }

    private mutating func checkContinuous() {
        send(.viewShown)
        pass(45_000_000_000)
        checkRest(after: Self.viewShown)
    }

    /// A refused return to continuous is tried again without a further event.
    private mutating func checkPatience() {
        guard monitor.state == .continuousAuto else { return }
        pass(45_000_000_000)
        guard monitor.state == .continuousAuto else { return }
        checkRest(after: "the camera obeyed again")
    }

    private mutating func checkStreamComesBack(_ x: Double, _ y: Double) {
        checkTap(x, y)
        guard !isBroken, monitor.state == .unlockableLocked, camera?.stream != nil else { return }
        killStream(5)
        pass(8_000_000_000)
        guard !isBroken, monitor.state == .unlockableLocked, camera?.stream == nil else { return }
        blame(.stream, "the stream has died while the scene was watched, and has not been asked for again")
    }

    private static let viewShown = "the view was shown"

    private mutating func checkMotion(_ x: Double, _ y: Double) {
        checkTap(x, y)
        guard !isBroken, monitor.state == .unlockableLocked, hasSensor else { return }
        shake(3_000_000_000)
        pass(45_000_000_000)
        checkRest(after: "the device was moved")
    }

    private mutating func checkRest(after cause: String) {
        guard !isBroken, let camera else { return }
        guard engine.state == .continuousAuto, monitor.state == .continuousAuto else {
            return blame(.continuous, "\(cause), and the state is \(engine.state)")
        }
        if monitor.taps.hasOpen { return blame(.taps, "after the end, the fate of a tap has not been told") }
        if monitor.isSensorAwake { return blame(.sensor, "\(cause), and the sensor is awake") }
        if engine.keeper != nil { return blame(.continuous, "\(cause), and somebody keeps what is not held") }
        // The engine checks for another program's settings when the view is shown; motion does not make it doubt its own.
        let isKnown = cause == Self.viewShown || camera.disturbed.isEmpty
        guard plan.camera.isObedient, isKnown, let levels = monitor.levels else { return }
        if levels.focus.level != .none, camera.isUsable(.focusAuto), camera.integer(.focusAuto) != 1 {
            return blame(.continuous, "\(cause), and autofocus is off")
        }
        if levels.exposure.level != .none, camera.hasAutomaticExposure, camera.integer(.exposureAuto) == 1 {
            return blame(.continuous, "\(cause), and the exposure is manual")
        }
        if camera.isUsable(.lock3A), let lock = camera.integer(.lock3A) {
            let ours: Int64 = (levels.focus.level == .none ? 0 : 4) | (levels.exposure.level == .none ? 0 : 1)
            if lock & ours != 0 { return blame(.continuous, "\(cause), and a lock is on") }
        }
        if camera.stream != nil, !camera.needsEngine(measured: program.givesFrames) {
            return blame(.stream, "\(cause), and a stream is on")
        }
        if hasStuckDemand() { return blame(.calls, "\(cause), and a call is under way for ever") }
        if !monitor.armed.isEmpty { return blame(.timers, "\(cause), and still armed: \(monitor.armed)") }
    }

    mutating func checkTap(_ x: Double, _ y: Double) {
        let before = monitor.taps
        tap(x, y)
        pass(14_000_000_000)
        guard !isBroken else { return }
        let after = monitor.taps
        let answers = after.accepted - before.accepted + after.turnedDown - before.turnedDown
        if answers != 1 { return blame(.taps, "a tap was answered \(answers) times") }
        if after.accepted > before.accepted, after.settled - before.settled != 1, after.awaitsSettled {
            return blame(.settled, "a tap was accepted, and 14 s later it has not settled")
        }
        if hasStuckDemand() { return blame(.calls, "a call is under way long after a tap") }
        // If nothing has moved for long, the scene is also watched beside an accelerometer.
        let isWatched = plan.configuration.sceneWatch.isWanted(hasAccelerometer: hasSensor, isStill: true)
        if camera?.stream != nil, monitor.state == .unlockableLocked, !isWatched {
            return blame(.stream, "a stream is on long after a tap, and nobody watches the scene")
        }
    }

    /// Starting from the result of a tap, the compensation changes and returns.
    private mutating func checkCompensation(_ x: Double, _ y: Double) {
        checkTap(x, y)
        guard !isBroken, hasProvenExposure, let before = camera else { return }
        var random = SplitMix64(seed: plan.number)
        let first = engine.compensation
        for _ in 0...random.below(3) {
            send(.exposureCompensation(random.number(-4...4)))
            pass(random.integer(0...3_000_000_000))
        }
        send(.exposureCompensation(first))
        pass(8_000_000_000)
        guard !isBroken, monitor.state != .continuousAuto, let after = camera else { return }
        for id in [.exposureAbsolute, .gain] as [ControlID] where after.integer(id) != before.integer(id) {
            let words = "\(after.integer(id) ?? -1), and was \(before.integer(id) ?? -1)"
            blame(.compensation, "back at the first compensation, \(id) is \(words)")
        }
    }

    /// True if a tap has led to an exposure that an obedient camera, which nobody else has set, holds at a time.
    var hasProvenExposure: Bool {
        guard plan.camera.isObedient, !monitor.taps.awaitsSettled, monitor.state != .continuousAuto,
            camera?.disturbed.isEmpty == true, let report = monitor.taps.report
        else { return false }
        return report.exposureLevel != .none && report.exposureLevel != .oneShot && report.exposure != .failed
    }

    private mutating func end() {
        stop()
        for _ in 0..<100 where monitor.stops == 0 && !isBroken { pass(2_000_000_000) }
        guard !isBroken else { return }
        if monitor.stops == 0 { return blame(.ends, "200 s after the stop the end has not been reported") }
        if !monitor.armed.isEmpty { return blame(.timers, "after the end, still armed: \(monitor.armed)") }
        if let count = monitor.taps.unanswered, count != 0 {
            return blame(.taps, "after the end, \(count) taps have not been answered, or more often than once")
        }
        if monitor.taps.hasOpen { return blame(.taps, "after the end, the fate of a tap has not been told") }
        if monitor.isSensorAwake { return blame(.sensor, "the sensor is awake after the end") }
        if demand != nil { return blame(.calls, "a call is under way after the end") }
        if let camera {
            // Where a write was refused, not everything can be restored.
            if camera.stream != nil, camera.restoring?.refused.isEmpty != false {
                blame(.stream, "the stream is on after the end")
            }
            checkOriginals(camera, isComplete: monitor.isComplete)
        }
        sendAfterEnd()
    }

    /// After the end, no input has an effect any more.
    private mutating func sendAfterEnd() {
        var random = SplitMix64(seed: ~plan.number)
        for _ in 0..<20 where !isBroken {
            var action = WorldAction.random(&random)
            action.delay = min(action.delay, 500_000_000)
            act(action)
        }
    }
}
