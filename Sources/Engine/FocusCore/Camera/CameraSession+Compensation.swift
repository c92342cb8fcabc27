extension CameraSession {
    /// Takes a new compensation, in EV.
    mutating func compensate(_ value: Double, _ context: inout StepContext) -> Event? {
        let change = value - camera.compensation.wanted
        camera.compensation.wanted = value
        // A tap that is under way uses the new compensation by itself.
        guard change != 0, !holding.tap.isAsked else { return nil }
        if case .continuous(let point, let attempt) = instruction.purpose {
            return goContinuous(about: movedCentre ?? point, rewriting: false, attempt: attempt, &context)
        }
        if instruction.remakesLowerPlan(at: holding.tap.heldPoint, camera.planBuilder) { return proceed(&context) }
        if holding.components[.exposure].isSearching {
            _ = frames.beginSearch(.exposure, camera, at: context.time)
        } else if holding.components[.exposure].hasHold {
            holding.components[.exposure].holdAnew()
            beginNextHold(&context)
        } else if instruction.purpose == .nothing, holding.tap.heldPoint == nil {
            // The bias of an automatic that is on.
            var plan = ControlPlan()
            if camera.appendBias(to: &plan) { replacePlan(plan, for: .nothing, &context) }
        }
        if frames.stream.isForContinuous, capabilities.needsEngine(.exposure) { frames.searches.due.add(.exposure) }
        return proceed(&context)
    }

    /// The EV of the compensation that the held exposure lacks; negative when it is too bright.
    var missingCompensation: Double { holding.missingCompensation(frames, camera) }
}
