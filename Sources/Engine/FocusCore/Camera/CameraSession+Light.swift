/// The exposure from before a light: what was found, and how it was held.
struct LightMemory: Equatable, Sendable, Snapshotable {
    let run: ExposureRun
    let life: ComponentLife

    /// True when the exposure can be held again as it was: a search has set it, or the camera has reported its time, and takes one.
    /// - Parameter later: the exposure in the light, in which the camera may have been seen to report it.
    func isKnown(_ later: ComponentLife, _ capabilities: CameraCapabilities) -> Bool {
        var life = life
        life.holdAnew()
        life.trustPosition(like: later)
        switch life.level {
        case .software, .none: return true
        case .oneShot: return false
        case .region, .wholeFrame:
            return life.hold?.position != nil && capabilities.canWrite(.exposureAbsolute)
        }
    }
}

/// The held exposure under a light that somebody switches.
struct LightLife: Equatable, Sendable, Snapshotable {
    /// The exposure from before the light. It is kept while the light is on. If the camera does not report it, it is kept after the light,
    /// too, until the next light, tap or return to continuous. Nil: no exposure was held before the light, or a newer tap has exposed.
    var memory: LightMemory?
    /// True while the exposure is still to be found again: the camera was busy when the light was switched, or has not accepted it yet.
    var isDue = false
}

/// A light that somebody has switched. While it is on, the held exposure is another one, found again; focus stays. When it goes, the exact
/// earlier exposure is back without a search. Where that one is not known, because an automatic does not report its exposure or keeps it
/// by a lock, it is found again in the dark.
extension CameraSession {
    mutating func lightChanged(isOn: Bool, _ context: inout StepContext) -> Event? {
        guard camera.lightIs(on: isOn, at: context.time) else { return nil }
        frames.searches.lightChanged()
        return isOn ? lightCame(&context) : lightWent(&context)
    }

    private mutating func lightCame(_ context: inout StepContext) -> Event? {
        // A light that comes again before the dark was exposed for has the same exposure before it.
        if !isExposingForLight, !light.isDue { light.memory = nil }
        let life = holding.components[.exposure]
        if life.hasHold || isExposingForLight, exposeForLight(&context) { return proceed(&context) }
        // If the tap on its way is refused, the earlier exposure is held, or the best of a search before it. The search for the dark, if
        // there was one, goes on without a report.
        if life.hasHold || isExposingForLight || holding.tap.isAsked && life.isSearching {
            light.isDue = true
            holding.stopRelighting()
        }
        return followLight(isOn: true, &context)
    }

    private var isExposingForLight: Bool {
        if case .relight = instruction.purpose { true } else { holding.isRelighting }
    }

    /// The camera is idle: begins to find the exposure for a light that was switched while it was busy.
    /// - Returns: false when a tap still settles, or no exposure is held.
    mutating func catchUpWithLight(_ context: inout StepContext) -> Bool {
        let life = holding.components[.exposure]
        // The hold from before may be refused in the search that a tap has interrupted.
        let isReady = life.isHeld || life.state == .notHeld && light.memory != nil
        return isReady && exposeForLight(&context)
    }

    /// Begins to find the held exposure again. A hold that is being written is written again afterwards.
    /// - Returns: false when the camera is busy with something else.
    private mutating func exposeForLight(_ context: inout StepContext) -> Bool {
        let isFree =
            switch instruction.purpose {
            case .hold, .relight: true
            case .nothing, .continuous, .once, .onceLower, .holdAgain, .restore: instruction.isDone
            }
        guard isFree, !holding.tap.isAsked, !holding.tap.isSettling, let point = holding.tap.heldPoint else {
            return false
        }
        context.tell(.relit(LightReport(isOn: camera.isLit, exposure: .searching)))
        context.disarm(.holdCheck)
        context.disarm(.verification)
        let level = holding.components[.exposure].level
        let levels = PerComponent(focus: holding.components[.focus].level, exposure: level)
        let plan = camera.planBuilder.once(at: point, levels, only: .exposure)
        replacePlan(plan, for: .relight(level), &context)
        light.isDue = true
        guard light.memory.isNone else { return true }
        light.memory = LightMemory(run: frames.searches.exposure, life: holding.components[.exposure])
        return true
    }

    /// A tap on its way is left alone: if the camera refuses it, the earlier exposure is held again, or found again.
    private mutating func lightWent(_ context: inout StepContext) -> Event? {
        guard let memory = light.memory, holding.tap.heldPoint != nil else {
            light = LightLife()
            return followLight(isOn: false, &context)
        }
        if memory.isKnown(holding.components[.exposure], capabilities) {
            restoreExposure(memory, &context)
            context.tell(.relit(LightReport(isOn: false, exposure: .restored)))
        } else if !exposeForLight(&context) {
            light.isDue = true
            holding.stopRelighting()
            context.tell(.relit(LightReport(isOn: false, exposure: nil)))
        }
        return proceed(&context)
    }

    /// No exposure is held that the light changes. Searches under way begin again: what was measured in another light does not count. In
    /// continuous the engine exposes again, where the camera does not.
    private mutating func followLight(isOn: Bool, _ context: inout StepContext) -> Event? {
        for component in Component.allCases where holding.components[component].isSearching {
            if !holding.tap.isAsked { _ = frames.beginSearch(component, camera, at: context.time) }
        }
        if frames.stream.isForContinuous, capabilities.needsEngine(.exposure) { frames.searches.due.add(.exposure) }
        context.tell(.relit(LightReport(isOn: isOn, exposure: nil)))
        return proceed(&context)
    }

    /// The camera has accepted, or refused, to expose again.
    mutating func exposeAnew(at level: CameraLevel, _ context: inout StepContext) {
        light.isDue = false
        guard let point = holding.tap.heldPoint, let memory = light.memory else { return }
        guard !instruction.hasFailed else {
            restoreExposure(memory, &context)
            return context.tell(.relit(LightReport(isOn: camera.isLit, exposure: .failed)))
        }
        holding.expose(at: level, about: point, &frames, camera, &context)
    }

    /// The exposure from before the light is held again.
    private mutating func restoreExposure(_ memory: LightMemory, _ context: inout StepContext) {
        light = LightLife()
        context.disarm(.exposureDeadline)
        switch instruction.purpose {
        case .relight, .hold(.exposure): replacePlan(ControlPlan(), for: .nothing, &context)
        default: break
        }
        frames.searches.putExposureBack(memory.run)
        holding.putExposureBack(memory.life)
        frames.watchScene(at: holding.tap.heldPoint, camera, &context)
        if instruction.isDone { beginNextHold(&context) }
    }
}
