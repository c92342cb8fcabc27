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
        compensation.held(
            components[.exposure], searches.exposure, capabilities, settings.autoexposure, interval: stream.interval)
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
