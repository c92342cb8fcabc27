/// A picture that is brighter or darker than the camera or the engine would make it.
///
/// Under an automatic with a bias of its own the camera does it (V4L2_CID_AUTO_EXPOSURE_BIAS); where the engine exposes, its
/// target moves; where the automatic has no bias, as with all UVC cameras, what it came to is multiplied when it is held.
///
/// What is held is always counted from what was found, and from the compensation that it was found with, never from what a
/// compensation has made of it: however often it changes, back at the first it is the same again.
///
/// The gain is used at the level software only. There the engine has set it and knows it. An automatic exposes with a gain
/// of its own that most cameras do not tell; what they tell is what was set by hand before, and to multiply that would make
/// the picture jump. So there is the time, and what it cannot do is told.
extension CameraController {
    /// As much as that, in EV, nobody misses; more is told.
    private static let leastMissing = 0.1

    /// What the exposure is held with, as far as it is written, and the EV that are missing then.
    struct HeldExposure: Equatable {
        var time: Int64?
        var gain: Int64?
        var missing: Double
    }

    /// Another compensation is wanted, in EV.
    mutating func compensate(_ value: Double, _ context: inout some CameraContext) -> Event? {
        let change = value - compensation.wanted
        compensation.wanted = value
        // A tap that is on its way will find the new one.
        guard change != 0, !hasPendingTap else { return nil }
        if case .continuous(let point, let attempt) = work.purpose {
            return goContinuous(about: point, rewriting: false, attempt: attempt, &context)
        }
        if isSearchingOnce(.exposure) {
            _ = beginSearch(.exposure, &context)
        } else if settling[.exposure].machine.state == .held || settling[.exposure].needsHold {
            settling[.exposure].holdAnew()
            settling.verification.attempts.exposure = 0
            // What a refused tap has changed is put right first; the holds follow by themselves.
            if work.purpose != .holdAgain { beginNextHold(&context) }
        } else if work.purpose == .nothing, settling.heldPoint == nil {
            followBias(&context)
        }
        if case .continuous = frames.use, capabilities.needsEngine(.exposure) { frames.dueSearches.insert(.exposure) }
        return proceed(&context)
    }

    /// What was found, with what has been asked for beyond it: twice the time is twice the light, and so is twice the gain.
    var heldExposure: HeldExposure {
        let isSearched = settling[.exposure].level == .software
        let found =
            isSearched
            ? frames.exposure.setting : settling[.exposure].reliablePosition.map { ExposureSetting(time: $0) }
        let wanted = compensation.wanted
        let change = wanted - (isSearched ? frames.exposure.compensation : compensation.ofBias)
        let unmet = isSearched ? frames.exposure.missing : 0
        // As near as a search could come, until something else is asked for.
        if change == 0, unmet != 0 {
            let missing = wanted > 0 ? unmet.clamped(to: 0...wanted) : unmet.clamped(to: wanted...0)
            return HeldExposure(time: found?.time, gain: found?.gain, missing: missing)
        }
        // A lock keeps what it has found, and no time is written to it.
        guard let found, settling[.exposure].level != .oneShot, capabilities.canWrite(.exposureAbsolute),
            // The frame rate limits only what was searched in frames: an automatic may have chosen a longer time by itself, and
            // what is held must not depend on whether somebody streams.
            let range = exposureRange(settings.autoexposure, interval: isSearched ? frames.stream.interval : .zero)
        else { return HeldExposure(time: found?.time, gain: found?.gain, missing: change + unmet) }
        let shift = ExposureShift(of: found, by: change + unmet, in: range, scale: frames.exposure.gainScale)
        // The nearest time of a quirk's list is as near as it can be.
        let missing = change + unmet == 0 ? 0 : shift.missing
        return HeldExposure(time: shift.setting.time, gain: shift.setting.gain, missing: missing)
    }

    /// The EV of the compensation that what is held could not be given; below 0 where it is too bright.
    var missingCompensation: Double {
        guard settling[.exposure].machine.state == .held || settling[.exposure].needsHold else { return 0 }
        let missing = heldExposure.missing
        return abs(missing) > Self.leastMissing ? missing : 0
    }

    /// A component is about to be held.
    func tellMissingCompensation(_ component: Component, _ context: inout some CameraContext) {
        guard component == .exposure, missingCompensation != 0 else { return }
        context.tell(.fault(.compensationLimited(missing: missingCompensation)))
    }

    /// The automatic is on: it follows its bias.
    private mutating func followBias(_ context: inout some CameraContext) {
        guard let item = planBuilder.biasItem else { return }
        var plan = ControlPlan()
        plan.append(PlanStep(action: .set(.exposureBias, item), components: .exposure, isOptional: true))
        compensation.biasIsTold(planBuilder.biasStops)
        replacePlan(plan, for: .nothing, &context)
    }
}
