/// The camera's values from before, and the reports of them.
extension CameraController {
    /// The controls that are not as they were when the camera was opened, a write under way included.
    var changedOriginals: RememberedOriginals {
        let isFocusOff = known.ledger[.focusAuto] != .integer(1)
        let isExposureOff = known.ledger[.exposureAuto] == .integer(CameraCapabilities.manualExposure)
        let positions = PerComponent(
            focus: isFocusOff ? settling[.focus].position : nil,
            exposure: isExposureOff ? settling[.exposure].position : nil)
        guard case .call(let call) = calls.underWay?.demand, case .write(let settings) = call.operation else {
            return known.originals.changed(positions)
        }
        return known.originals.attempting(settings).changed(positions)
    }

    /// An automatic that said "off" and was switched on for the first time is read back once.
    mutating func proveAutomatic(_ context: inout some CameraContext) {
        guard calls.isFree, let id = known.originals.takeProof() else { return }
        var ids = InlineList<4, ControlID>()
        ids.append(id)
        make(.call(.read(ids)), for: .proof(id), &context)
    }

    /// Reports, once, at the end, the controls that were changed and cannot be put back.
    func tellUnusableOriginals(_ context: inout some CameraContext) {
        for index in 0..<ControlID.known.count {
            guard let id = ControlID.known[index], known.originals.isUnusable(id) else { continue }
            context.tell(.fault(.originalUnusable(id)))
        }
    }
}
