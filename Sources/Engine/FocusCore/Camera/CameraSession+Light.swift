/// The exposure from before a light: what was found, and how it was held.
struct LightMemory: Equatable, Sendable, Snapshotable {
    let run: ExposureRun
    let life: ComponentLife
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
        guard life.isHeld, instruction.isDone, !holding.tap.isAsked, !holding.tap.isSettling,
            let point = holding.tap.heldPoint
        else { return followLight(isOn: true, &context) }
        beforeLight = LightMemory(run: frames.searches.exposure, life: life)
        context.tell(.relit(LightReport(isOn: true, exposure: .searching)))
        context.disarm(.holdCheck)
        let levels = PerComponent(focus: holding.components[.focus].level, exposure: life.level)
        let plan = camera.planBuilder.once(at: point, levels, only: .exposure)
        replacePlan(plan, for: .relight(life.level), &context)
        return proceed(&context)
    }

    private mutating func lightWent(_ context: inout StepContext) -> Event? {
        guard let memory = beforeLight, !holding.tap.isAsked, holding.tap.heldPoint != nil else {
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
        guard let point = holding.tap.heldPoint, let memory = beforeLight else { return }
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
