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
        let automatics = known.automaticsReturned(over: settings, capabilities, isRestoring: work.purpose == .restore)
        guard let automatic = automatics[0]?.id, refused.isAwaited else { return false }
        if calls.switchOff(automatics, for: settings, after: refused) { return true }
        // The consequences are reported separately.
        if calls.mustReportAutomatic(after: refused.reason) { context.tell(.fault(.automaticReturns(automatic))) }
        return false
    }

    /// The automatics are off: writes the refused settings again.
    /// - Returns: true when they are written again; false when the refusal counts.
    mutating func repeats(after regaining: DemandUnderWay, _ result: ControlResult) -> Bool {
        result.errno == 0 && calls.repeats(after: regaining)
    }

    /// Makes the next write of a repair, unless the camera needs a pause first.
    /// - Returns: true when there is such a write, made or waiting.
    mutating func makeRepairWrite(_ context: inout some CameraContext) -> Bool {
        guard !calls.repair.isNone else { return false }
        guard mayWrite(&context), let repair = calls.takeRepair() else { return true }
        make(.call(.write(repair.settings)), for: repair.reason, attempt: repair.attempt, &context)
        return true
    }
}
