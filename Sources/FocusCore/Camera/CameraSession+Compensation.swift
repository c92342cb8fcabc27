/// Another exposure compensation.
extension CameraSession {
    /// The settings of exposure searches, with the requested compensation.
    @inline(__always)
    var compensatedExposure: ExposureSettings {
        var exposure = settings.autoexposure
        exposure.compensation = compensation.wanted
        return exposure
    }

    /// Takes a new compensation, in EV.
    mutating func compensate(_ value: Double, _ context: inout some CameraContext) -> Event? {
        let change = value - compensation.wanted
        compensation.wanted = value
        // A tap that is under way uses the new compensation by itself.
        guard change != 0, !tap.isAsked else { return nil }
        if case .continuous(let point, let attempt) = instruction.purpose {
            return goContinuous(about: point, rewriting: false, attempt: attempt, &context)
        }
        if compensateLower() { return proceed(&context) }
        if isSearchingOnce(.exposure) {
            _ = beginSearch(.exposure, &context)
        } else if components[.exposure].hasHold {
            components[.exposure].holdAnew()
            // After a refused tap, the plan that restores the earlier point comes first; the holds follow it.
            if instruction.purpose != .holdAgain { beginNextHold(&context) }
        } else if instruction.purpose == .nothing, tap.heldPoint == nil {
            followBias(&context)
        }
        if stream.isForContinuous, capabilities.needsEngine(.exposure) { searches.due.add(.exposure) }
        return proceed(&context)
    }

    /// The exposure to hold.
    var heldExposure: Compensation.Held {
        let level = components[.exposure].level
        let isSearched = level == .software
        let found =
            isSearched
            ? Compensation.Found(
                setting: searches.exposure.setting, compensation: searches.exposure.compensation,
                missing: searches.exposure.missing)
            : Compensation.Found(
                setting: components[.exposure].hold?.position.map { ExposureSetting(time: $0) },
                compensation: compensation.ofBias)
        // A lock keeps the exposure that it has found; no time is written.
        let isWritten = level != .oneShot && capabilities.canWrite(.exposureAbsolute)
        // The frame rate limits only times that were searched in frames. An automatic may have chosen a longer
        // time, and its hold must not depend on whether a program streams.
        let interval = isSearched ? stream.interval : .zero
        let range = isWritten ? capabilities.exposureRange(settings.autoexposure, interval: interval) : nil
        return compensation.held(found, in: range, scale: searches.exposure.gainScale)
    }

    /// The EV of the compensation that the held exposure lacks; negative when it is too bright.
    var missingCompensation: Double { components[.exposure].hasHold ? heldExposure.reportedMissing : 0 }

    /// Reports the missing compensation before the exposure is held.
    func tellMissingCompensation(_ component: Component, _ context: inout some CameraContext) {
        let missing = component == .exposure ? missingCompensation : 0
        if missing != 0 { context.tell(.fault(.compensationLimited(missing: missing))) }
    }

    /// A refused tap may have written another bias than the one with which the automatic still adjusts.
    mutating func appendBiasFromBefore(to plan: inout ControlPlan) {
        let stops = planBuilder.biasStops
        guard components[.exposure].isAdjusting, compensation.hasTried(another: stops), let item = planBuilder.biasItem
        else { return }
        plan.append(PlanStep(action: .set(.exposureBias, item), components: .exposure, isOptional: true))
        compensation.biasIsTold(stops)
    }

    /// Writes the bias of an automatic that is on.
    private mutating func followBias(_ context: inout some CameraContext) {
        guard let item = planBuilder.biasItem else { return }
        var plan = ControlPlan()
        plan.append(PlanStep(action: .set(.exposureBias, item), components: .exposure, isOptional: true))
        compensation.biasIsTold(planBuilder.biasStops)
        replacePlan(plan, for: .nothing, &context)
    }
}
