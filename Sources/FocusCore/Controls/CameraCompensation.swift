/// A picture that is brighter or darker than the camera or the engine would make it.
///
/// Under an automatic with a bias of its own the camera does it (V4L2_CID_AUTO_EXPOSURE_BIAS); where the engine exposes, its
/// target moves; where the automatic has no bias, as with all UVC cameras, what it came to is multiplied when it is held.
extension CameraController {
    /// Another compensation is wanted, in EV.
    mutating func compensate(_ value: Double, _ context: inout StepContext) -> Event? {
        let change = value - compensation
        compensation = value
        // A tap that is on its way will find the new one.
        guard change != 0, !hasPendingTap else { return nil }
        if case .continuous(let point, let attempt) = purpose {
            return goContinuous(about: point, rewriting: false, attempt: attempt, &context)
        }
        if isSearchingOnce(.exposure) {
            _ = beginSearch(.exposure, &context)
        } else if trackers.exposure.machine.state == .held || trackers.exposure.needsHold {
            trackers.exposure.holdAnew()
            verification.attempts.exposure = 0
            beginNextHold(&context)
        } else if purpose == .nothing, heldPoint == nil {
            followBias(&context)
        }
        if case .continuous = frames.use, capabilities.needsEngine(.exposure) { frames.dueSearches.insert(.exposure) }
        return proceed(&context)
    }

    /// The exposure time that an automatic came to, with what it was not told of.
    func compensated(_ time: Int64?) -> Int64? {
        multiplied(time, by: compensation - (planBuilder.biasItem == nil ? 0 : biasCompensation))
    }

    /// The exposure time that was searched, with what has been asked for since: a time twice as long is twice the light.
    var compensatedSearch: Int64? {
        multiplied(frames.exposed?.time, by: compensation - frames.exposedCompensation)
    }

    /// The automatic is on: it follows its bias.
    private mutating func followBias(_ context: inout StepContext) {
        guard let item = planBuilder.biasItem else { return }
        var plan = ControlPlan()
        plan.append(PlanStep(action: .set(.exposureBias, item), components: .exposure, isOptional: true))
        biasCompensation = compensation
        replacePlan(plan, for: .nothing, &context)
    }

    private func multiplied(_ time: Int64?, by change: Double) -> Int64? {
        guard let time, change != 0, let range = exposureRange(configuration.autoexposure) else { return time }
        return range.nearestTime(to: Double(time) * change.powerOfTwo)
    }
}
