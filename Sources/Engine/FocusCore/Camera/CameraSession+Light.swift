/// The exposure from before a light: what was found, and how it was held.
struct LightMemory: Equatable, Sendable, Snapshotable {
    let run: ExposureRun
    let life: ComponentLife
}

/// The exposure from before a light that is on.
enum ExposureBeforeLight: Equatable, Sendable, Snapshotable {
    /// The light has come while the camera was busy. That exposure is still held, and another one is found as soon as it is idle.
    case stillHeld
    /// Another one is being found, or is held.
    case remembered(LightMemory)
}

/// A light that somebody has switched. While it is on, the held exposure is another one, found again; focus stays. When it goes, the exact
/// earlier exposure is back without a search.
extension CameraSession {
    mutating func lightChanged(isOn: Bool, _ context: inout StepContext) -> Event? {
        guard camera.lightIs(on: isOn, at: context.time) else { return nil }
        return isOn ? lightCame(&context) : lightWent(&context)
    }

    private mutating func lightCame(_ context: inout StepContext) -> Event? {
        let life = holding.components[.exposure]
        if life.hasHold, exposeWithLight(&context) { return proceed(&context) }
        // If the tap on its way is refused, the best exposure of a search before it is held.
        if life.hasHold || holding.tap.isAsked && life.isSearching { beforeLight = .stillHeld }
        return followLight(isOn: true, &context)
    }

    /// True while an exposure is held, or about to be, that was found before the light has come.
    @inline(__always)
    var isLightMissed: Bool { if case .stillHeld? = beforeLight { true } else { false } }

    /// The camera is idle: begins to find the exposure for a light that has come while it was busy.
    /// - Returns: false when a tap still settles, or no exposure is held.
    mutating func catchUpWithLight(_ context: inout StepContext) -> Bool {
        holding.components[.exposure].isHeld && exposeWithLight(&context)
    }

    /// Begins to find the held exposure again. A hold that is being written is written again afterwards.
    /// - Returns: false when the camera is busy with something else.
    private mutating func exposeWithLight(_ context: inout StepContext) -> Bool {
        let isFree = if case .hold = instruction.purpose { true } else { instruction.isDone }
        guard isFree, !holding.tap.isAsked, !holding.tap.isSettling, let point = holding.tap.heldPoint else {
            return false
        }
        context.tell(.relit(LightReport(isOn: true, exposure: .searching)))
        context.disarm(.holdCheck)
        context.disarm(.verification)
        let level = holding.components[.exposure].level
        let levels = PerComponent(focus: holding.components[.focus].level, exposure: level)
        let plan = camera.planBuilder.once(at: point, levels, only: .exposure)
        replacePlan(plan, for: .relight(level), &context)
        beforeLight = .remembered(
            LightMemory(run: frames.searches.exposure, life: holding.components[.exposure]))
        return true
    }

    /// A tap on its way is left alone: if the camera refuses it, the earlier exposure is held again.
    private mutating func lightWent(_ context: inout StepContext) -> Event? {
        guard case .remembered(let memory)? = beforeLight, holding.tap.heldPoint != nil else {
            beforeLight = nil
            return followLight(isOn: false, &context)
        }
        restoreExposure(memory, &context)
        context.tell(.relit(LightReport(isOn: false, exposure: .restored)))
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
        guard let point = holding.tap.heldPoint, case .remembered(let memory)? = beforeLight else { return }
        guard !instruction.hasFailed else {
            restoreExposure(memory, &context)
            return context.tell(.relit(LightReport(isOn: true, exposure: .failed)))
        }
        holding.expose(at: level, about: point, &frames, camera, &context)
    }

    /// The exposure from before the light is held again.
    private mutating func restoreExposure(_ memory: LightMemory, _ context: inout StepContext) {
        beforeLight = nil
        context.disarm(.exposureDeadline)
        if case .relight = instruction.purpose { replacePlan(ControlPlan(), for: .nothing, &context) }
        frames.searches.putExposureBack(memory.run)
        holding.putExposureBack(memory.life)
        frames.watchScene(at: holding.tap.heldPoint, camera, &context)
        if instruction.isDone { beginNextHold(&context) }
    }
}
