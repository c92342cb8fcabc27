/// Holds: written, read back, and read again and again.
extension CameraSession {
    /// Begins the hold of the next component that waits for one, after the plan of another that is about to go on at a lower level.
    mutating func beginNextHold(_ context: inout StepContext) {
        guard instruction.lowering.isEmpty else { return }
        for component in Component.allCases where components[component].needsHold {
            let missing = component == .exposure ? missingCompensation : 0
            if missing != 0 { context.tell(.fault(.compensationLimited(missing: missing))) }
            return replacePlan(holdPlans.plan(of: component), for: .hold(component), &context)
        }
    }

    var holdPlans: HoldPlans {
        HoldPlans(
            builder: camera.planBuilder, components: components, lens: frames.searches.focus.position,
            exposure: heldExposure, unreliable: frames.searches.unreliable)
    }

    /// The hold of a component was written: reads it back, if the controls can be read.
    mutating func beginVerification(_ component: Component, _ context: inout StepContext) {
        let expected = holdPlans.expectation(of: component)
        components[component].wrote(expected)
        guard !expected.isEmpty, !capabilities.quirks.cannotBeReadBack else {
            return endHold(component, .holdWritten, &context)
        }
        components[component].check()
        calls.make(.read(expected.ids), for: .verification(component), &context)
    }

    /// The pause after a wrong read-back is over: writes the same hold again.
    mutating func verifyAgain(_ context: inout StepContext) -> Event? {
        guard let component = components.checking else { return nil }
        replacePlan(holdPlans.plan(of: component), for: .hold(component), &context)
        return proceed(&context)
    }

    /// Takes the read-back of a hold: it holds, or is written again after a pause, or a fault is reported.
    mutating func judge(
        _ component: Component, _ ids: ControlIDs, _ result: ControlResult, _ context: inout StepContext
    ) {
        guard let written = components[component].hold?.written else { return }
        let readBack = camera.values.compare(written, with: result.values, of: ids, capabilities)
        guard let wrong = readBack.difference else {
            if readBack.isComplete, result.errno == 0 { components[component].wasVerified() }
            return endHold(component, .holdWritten, &context)
        }
        if components[component].wasMisread() {
            context.arm(.verification, after: Verification.pause)
            return
        }
        holdWatch.distrust(readBack.differing)
        let id = wrong.setting.id
        context.tell(.fault(capabilities.isNear(wrong) ? .controlChanged(id) : .controlIgnored(id)))
        // If an automatic is still on, the hold has failed. If only a value differs, it counts as held.
        endHold(component, id.isAutomatic ? .holdRefused : .holdWritten, &context)
    }

    private mutating func endHold(_ component: Component, _ event: SettleEvent, _ context: inout StepContext) {
        take(event, for: component, because: .ignored, &context)
        beginNextHold(&context)
    }

    /// Arms the next reading of the holds, if there are controls to read.
    mutating func armHoldCheck(after pause: TimeSpan, _ context: inout StepContext) {
        guard tap.heldPoint != nil, !tap.isSettling, !tap.isAsked, holdPlans.canBeRead(trustedBy: holdWatch) else {
            return
        }
        context.arm(.holdCheck, after: pause)
    }

    mutating func checkHolds(_ context: inout StepContext) {
        let isIdle = calls.isFree && instruction.isDone && components.checking == nil && !frames.searches.hasWishes
        guard isIdle else { return armHoldCheck(after: holdWatch.pause, &context) }
        holdWatch.forgetNews()
        let ids = holdWatch.nextReading(of: holdPlans.settingsHeld(trustedBy: holdWatch))
        if !ids.isEmpty { calls.make(.read(ids), for: .holdCheck, &context) }
    }

    /// The driver reports that another program has changed a control: the holds are read soon.
    mutating func controlsChanged(_ context: inout StepContext) {
        if case .holdCheck = calls.underWay?.reason {
            holdWatch.isChanged()
        } else if context.isArmed(.holdCheck), !holdWatch.hasNews {
            holdWatch.isChanged()
            armHoldCheck(after: holdWatch.pause, &context)
        }
    }

    /// Takes a reading of the holds. A hold that was broken is written again or given up.
    mutating func judgeHolds(_ ids: ControlIDs, _ result: ControlResult, _ context: inout StepContext) {
        for component in Component.allCases where components[component].isHeld {
            let held = holdPlans.settings(of: component, trustedBy: holdWatch)
            let readBack = camera.values.compare(held, with: result.values, of: ids, capabilities, allowsTremor: true)
            guard let wrong = readBack.difference else { continue }
            let isFirst = components[component].wasBroken()
            if !isFirst { take(.holdRefused, for: component, &context) }
            context.tell(.fault(isFirst ? .holdBroken(wrong.setting.id) : .holdLost(wrong.setting.id)))
        }
        if instruction.purpose == .nothing { beginNextHold(&context) }
        armHoldCheck(after: holdWatch.pause, &context)
        holdWatch.forgetNews()
    }
}
