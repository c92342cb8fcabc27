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
        let (wrong, isRead) = compare(written, with: result.values, of: ids)
        guard let wrong else {
            if isRead, result.errno == 0 { settling[component].wasVerified() }
            return endHold(component, .holdWritten, &context)
        }
        if settling[component].wasMisread() {
            context.arm(.verification, at: context.time.advanced(by: Verification.pause))
            return
        }
        noteUnreliable(written, result.values, of: ids)
        let isNear = isNear(wrong.setting, wrong.value)
        context.tell(.fault(isNear ? .changed(wrong.setting.id) : .ignored(wrong.setting.id)))
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

    /// Compares the written settings with the values that were read. Where they differ, the ledger forgets the value:
    /// either another program has changed it, or the camera reports a wrong one, and if that were believed, the control
    /// might never be put back. Only the value of a lock is believed, because it has bits of the other component, too.
    /// - Parameter allowsTremor: true when a position may differ a little from the written one.
    /// - Returns: the first setting that differs, with the value that was read; and true when all controls could be
    ///   read.
    mutating func compare(
        _ written: InlineList<4, ControlSetting>, with values: InlineList<4, ControlValue?>,
        of ids: InlineList<4, ControlID>, allowsTremor: Bool = false
    ) -> (wrong: (setting: ControlSetting, value: Int64)?, isRead: Bool) {
        var wrong: (setting: ControlSetting, value: Int64)?
        var isRead = true
        for place in 0..<written.count {
            guard let setting = written[place] else { continue }
            for index in 0..<ids.count where ids[index] == setting.id {
                guard let value = (values[index] ?? nil)?.integer else {
                    isRead = false
                    continue
                }
                guard !isAsWritten(setting, value), !allowsTremor || !isTremor(setting, value) else { continue }
                if wrong == nil { wrong = (setting, value) }
                known.ledger[setting.id] = setting.id == .lock3A ? .integer(value) : nil
            }
        }
        return (wrong, isRead)
    }

    /// True when a value differs from the written one by less than a step, because drivers round.
    func isAsWritten(_ setting: ControlSetting, _ value: Int64) -> Bool {
        guard let wanted = setting.value.integer else { return true }
        if setting.id == .lock3A {
            // Only the bits for focus and exposure count: the white balance may be locked by others.
            let ours = CameraCapabilities.lockFocusBit | CameraCapabilities.lockExposureBit
            return value & ours == wanted & ours
        }
        let (distance, overflow) = value.subtractingReportingOverflow(wanted)
        let step = capabilities.control(setting.id).map { $0.menuItems == 0 ? $0.step : 1 } ?? 1
        return !overflow && distance.magnitude < UInt64(max(step, 1))
    }

    private func isTremor(_ setting: ControlSetting, _ value: Int64) -> Bool {
        guard !setting.id.isAutomatic, let step = capabilities.control(setting.id)?.step else { return false }
        // For a short exposure time, even a small share of the range would be a multiple of the time.
        let share = setting.id == .focusAbsolute ? Verification.tremor : 0
        return isNear(setting, value, within: share, atLeast: Double(max(step, 1)))
    }

    private func isNear(
        _ setting: ControlSetting, _ value: Int64, within share: Double = Verification.nearness,
        atLeast least: Double = 0
    ) -> Bool {
        guard let wanted = setting.value.integer, let control = capabilities.control(setting.id) else { return false }
        let span = Double(control.maximum) - Double(control.minimum)
        return abs(Double(value) - Double(wanted)) <= max(span * share, least)
    }
}
