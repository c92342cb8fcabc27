/// Writes that the camera refuses because an automatic rules the control: another program has switched the automatic on
/// again.
///
/// Drivers then answer EACCES (uvcvideo does so before it sends anything). The engine switches the automatic off once
/// more and repeats the write once. A second EACCES counts as a refusal, because two programs would otherwise fight for
/// ever.
extension CameraController {
    /// EACCES, as in asm-generic/errno-base.h.
    static let accessDenied: Int32 = 13

    /// Switches off the automatics that rule the controls of a refused call, and then repeats the call.
    /// - Returns: true when this takes the place of the refused call.
    mutating func regainControl(
        after refused: DemandUnderWay, _ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext
    ) -> Bool {
        guard result.errno == Self.accessDenied, case .write(let settings) = call.operation else { return false }
        let masters = masters(of: settings)
        guard !masters.isEmpty else { return false }
        masters.forEach { known.ledger[$0.id] = nil }
        guard refused.isAwaited else { return false }
        guard refused.attempt == .first else {
            tellRuled(masters, refused.reason, &context)
            return false
        }
        calls.queue(RepairWrite(settings: masters, reason: refused.reason, attempt: .regaining(settings)))
        return true
    }

    /// The automatics are off: writes the refused settings again.
    /// - Returns: true when they are written again; false when the refusal counts.
    mutating func writeAgain(after regaining: DemandUnderWay, _ result: ControlResult) -> Bool {
        guard case .regaining(let settings) = regaining.attempt, regaining.isAwaited, result.errno == 0 else {
            return false
        }
        calls.queue(RepairWrite(settings: settings, reason: regaining.reason, attempt: .second))
        return true
    }

    /// Makes the next write of a repair, unless the camera needs a pause first.
    /// - Returns: true when there is such a write, made or waiting.
    mutating func makeRepairWrite(_ context: inout some CameraContext) -> Bool {
        guard !calls.repair.isNone else { return false }
        guard mayWrite(&context), let repair = calls.takeRepair() else { return true }
        make(.call(.write(repair.settings)), for: repair.reason, attempt: repair.attempt, &context)
        return true
    }

    /// The settings that switch off the automatics which rule these controls. Only automatics count that are believed
    /// to be off, or that the same call switches off. While originals are put back, an automatic that the engine has
    /// not changed stays as it is: the camera may have reported "off" all the time although it was on.
    private func masters(of settings: InlineList<4, ControlSetting>) -> InlineList<4, ControlSetting> {
        var masters = InlineList<4, ControlSetting>()
        settings.forEach { setting in
            guard let off = endOfAutomatic(over: setting.id) else { return }
            guard known.ledger[off.id] == off.value || settings.contains(off), !masters.contains(off),
                work.purpose != .restore || known.originals.isToRestore(off.id)
            else { return }
            masters.append(off)
        }
        return masters
    }

    /// The setting that switches off the automatic of a control; nil when there is none, or it cannot be written.
    private func endOfAutomatic(over id: ControlID) -> ControlSetting? {
        let manual = ControlSetting(.exposureAuto, .integer(CameraCapabilities.manualExposure))
        let off: ControlSetting
        switch id {
        case .focusAbsolute: off = ControlSetting(.focusAuto, .integer(0))
        case .exposureAbsolute: off = manual
        case .gain: off = capabilities.canWrite(.autogain) ? ControlSetting(.autogain, .integer(0)) : manual
        default: return nil
        }
        return capabilities.canWrite(off.id) ? off : nil
    }

    /// Reports, once for each tap, that an automatic does not stay off. The consequences are reported separately.
    private mutating func tellRuled(
        _ masters: InlineList<4, ControlSetting>, _ reason: CallReason, _ context: inout some CameraContext
    ) {
        if case .step(let step) = reason, step.isOptional { return }
        guard let master = masters[0]?.id, !holdWatch.hasToldRuled else { return }
        holdWatch.hasToldRuled = true
        context.tell(.fault(.automaticReturns(master)))
    }
}

extension InlineList where Element == ControlSetting {
    fileprivate func contains(_ wanted: ControlSetting) -> Bool {
        for index in 0..<count where self[index] == wanted { return true }
        return false
    }
}
