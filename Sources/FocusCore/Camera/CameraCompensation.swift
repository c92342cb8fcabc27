/// Exposure compensation: a picture brighter or darker than the camera or the engine would make it.
///
/// An automatic with a bias of its own (V4L2_CID_AUTO_EXPOSURE_BIAS) compensates itself. When the engine exposes, its
/// target changes. When the automatic has no bias, as in all UVC cameras, the exposure that it has found is multiplied
/// for the hold.
///
/// The held exposure is always calculated from the exposure that was found and the compensation that it was found with,
/// never from an exposure that was already compensated. So a return to an earlier compensation gives the same exposure
/// again.
///
/// The gain changes only at the level `software`, where the engine has set it and knows it. An automatic uses a gain of
/// its own that most cameras do not report: they report the last manual gain, and multiplying that would make the
/// picture jump. With an automatic, only the time changes, and the compensation that it cannot reach is reported as
/// missing.
extension CameraController {
    /// Smaller errors than this, in EV, are not reported.
    private static let leastMissing = 0.1

    /// The time and gain that hold the exposure, nil where none is written, and the EV that they lack; negative when
    /// the picture is too bright.
    struct HeldExposure: Equatable {
        var time: Int64?
        var gain: Int64?
        var missing: Double
    }

    /// The settings of exposure searches, with the requested compensation.
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
        if case .continuous(let point, let attempt) = work.purpose {
            return goContinuous(about: point, rewriting: false, attempt: attempt, &context)
        }
        if compensateLower() { return proceed(&context) }
        if isSearchingOnce(.exposure) {
            _ = beginSearch(.exposure, &context)
        } else if settling[.exposure].hasHold {
            settling[.exposure].holdAnew()
            // After a refused tap, the plan that restores the earlier point comes first; the holds follow it.
            if work.purpose != .holdAgain { beginNextHold(&context) }
        } else if work.purpose == .nothing, tap.heldPoint == nil {
            followBias(&context)
        }
        if frames.stream.isForContinuous, capabilities.needsEngine(.exposure) { frames.dueSearches.insert(.exposure) }
        return proceed(&context)
    }

    /// The exposure that was found, multiplied by the change of the compensation since: twice the time gives twice the
    /// light, and so does twice the gain.
    var heldExposure: HeldExposure {
        let isSearched = settling[.exposure].level == .software
        let found =
            isSearched
            ? frames.exposure.setting : settling[.exposure].hold?.position.map { ExposureSetting(time: $0) }
        let wanted = compensation.wanted
        let change = wanted - (isSearched ? frames.exposure.compensation : compensation.ofBias)
        let unmet = isSearched ? frames.exposure.missing : 0
        // Until the compensation changes, the exposure is as close as a search could come.
        if change == 0, unmet != 0 {
            let missing = wanted > 0 ? unmet.clamped(to: 0...wanted) : unmet.clamped(to: wanted...0)
            return HeldExposure(time: found?.time, gain: found?.gain, missing: missing)
        }
        // A lock keeps the exposure that it has found; no time is written.
        guard let found, settling[.exposure].level != .oneShot, capabilities.canWrite(.exposureAbsolute),
            // The frame rate limits only times that were searched in frames. An automatic may have chosen a longer
            // time, and its hold must not depend on whether a program streams.
            let range = exposureRange(settings.autoexposure, interval: isSearched ? frames.stream.interval : .zero)
        else { return HeldExposure(time: found?.time, gain: found?.gain, missing: change + unmet) }
        let shift = ExposureShift(of: found, by: change + unmet, in: range, scale: frames.exposure.gainScale)
        // Without a change, nothing is missing: the nearest time of a quirk's list is the best possible.
        let missing = change + unmet == 0 ? 0 : shift.missing
        return HeldExposure(time: shift.setting.time, gain: shift.setting.gain, missing: missing)
    }

    /// The EV of the compensation that the held exposure lacks; negative when it is too bright.
    var missingCompensation: Double {
        guard settling[.exposure].hasHold else { return 0 }
        let missing = heldExposure.missing
        return abs(missing) > Self.leastMissing ? missing : 0
    }

    /// Reports the missing compensation before the exposure is held.
    func tellMissingCompensation(_ component: Component, _ context: inout some CameraContext) {
        guard component == .exposure, missingCompensation != 0 else { return }
        context.tell(.fault(.compensationLimited(missing: missingCompensation)))
    }

    /// A refused tap may have written another bias than the one with which the automatic still adjusts.
    mutating func appendBiasFromBefore(to plan: inout ControlPlan) {
        let stops = planBuilder.biasStops
        guard settling[.exposure].isAdjusting, compensation.hasTried(another: stops), let item = planBuilder.biasItem
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
