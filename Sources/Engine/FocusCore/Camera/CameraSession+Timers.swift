/// The camera's timers have expired, or its driver reports a change.
extension CameraSession {
    mutating func poll(_ context: inout StepContext) { holding.poll(&calls, camera.settings.settle, &context) }

    mutating func expire(_ component: Component, _ context: inout StepContext) -> Event? {
        holding.expire(component, &frames, camera, &context)
        return proceed(&context)
    }

    mutating func retryContinuous(_ context: inout StepContext) -> Event? {
        guard let refused = instruction.refusedContinuous else { return nil }
        return goContinuous(
            about: movedCentre ?? refused.point, rewriting: false, attempt: refused.attempt + 1, &context)
    }

    /// The pause after a wrong read-back is over: writes the same hold again.
    mutating func verifyAgain(_ context: inout StepContext) -> Event? {
        guard let component = holding.components.checking else { return nil }
        let plan = holding.plans(frames, camera).plan(of: component)
        replacePlan(plan, for: .hold(component), &context)
        return proceed(&context)
    }

    mutating func checkHolds(_ context: inout StepContext) {
        let isIdle = instruction.isDone && !frames.searches.hasWishes
        holding.checkHolds(isIdle: isIdle, &calls, frames, camera, &context)
    }

    mutating func controlsChanged(_ context: inout StepContext) {
        let isReading = calls.underWay?.reason == .holdCheck
        holding.controlsChanged(isReading: isReading, frames, camera, &context)
    }
}
