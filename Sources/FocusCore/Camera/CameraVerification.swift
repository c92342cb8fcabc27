/// Read-back of holds.
extension CameraController {
    /// The hold of a component was written: reads it back, if the controls can be read.
    mutating func beginVerification(_ component: Component, _ context: inout some CameraContext) {
        let expected = expectation(component)
        settling[component].wrote(expected)
        guard !expected.isEmpty, !capabilities.quirks.cannotBeReadBack else {
            return endHold(component, .holdWritten, &context)
        }
        var ids = InlineList<4, ControlID>()
        expected.forEach { ids.append($0.id) }
        settling[component].check()
        make(.call(.read(ids)), for: .verification(component), &context)
    }

    /// The pause after a wrong read-back is over: writes the same hold again.
    mutating func verifyAgain(_ context: inout some CameraContext) -> Event? {
        guard let component = settling.checking else { return nil }
        replacePlan(holdPlan(component), for: .hold(component), &context)
        return proceed(&context)
    }

    /// Takes the read-back of a hold. The component is then held, or the hold is written again after a pause, or a
    /// fault is reported.
    mutating func judge(
        _ component: Component, _ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext
    ) {
        guard case .read(let ids) = call.operation, let written = settling[component].hold?.written else { return }
        let readBack = known.compare(written, with: result.values, of: ids, capabilities)
        guard let wrong = readBack.difference else {
            if readBack.isComplete, result.errno == 0 { settling[component].wasVerified() }
            return endHold(component, .holdWritten, &context)
        }
        if settling[component].wasMisread() {
            context.arm(.verification, at: context.time.advanced(by: Verification.pause))
            return
        }
        noteUnreliable(written, result.values, of: ids)
        context.tell(.fault(capabilities.isNear(wrong) ? .changed(wrong.setting.id) : .ignored(wrong.setting.id)))
        // If an automatic is still on, the hold has failed. If only a value differs, it counts as held.
        let isMaster = wrong.setting.id != .focusAbsolute && wrong.setting.id != .exposureAbsolute
        endHold(component, isMaster && wrong.setting.id != .gain ? .holdRefused : .holdWritten, &context)
    }

    private mutating func endHold(_ component: Component, _ event: SettleEvent, _ context: inout some CameraContext) {
        take(event, for: component, because: .ignored, &context)
        beginNextHold(&context)
    }

    /// The settings of the component's hold that can be read back. The region is left out, because the camera itself
    /// may change it.
    func expectation(_ component: Component) -> InlineList<4, ControlSetting> {
        let outcome = planBuilder.outcome(of: holdPlan(component))
        var expected = InlineList<4, ControlSetting>()
        outcome.forEach { setting in
            if capabilities.canRead(setting.id), setting.value.integer != nil { expected.append(setting) }
        }
        return expected
    }
}
