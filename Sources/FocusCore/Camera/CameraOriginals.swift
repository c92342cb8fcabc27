/// The camera's original values, and the reports of them.
extension CameraController {
    /// The controls that differ from their values when the camera was opened, including those of a write under way. It changes
    /// nothing, and is mutating like `Engine.readChangedOriginals`.
    mutating func readChangedOriginals() -> RememberedOriginals {
        known.readChanged(
            lens: settling[.focus].position, time: settling[.exposure].position, during: calls.writeUnderWay)
    }

    /// Reads back an automatic whose original is "off", after it was switched on for the first time.
    mutating func proveAutomatic(_ context: inout some CameraContext) {
        guard calls.isFree, let id = known.nextProof() else { return }
        var ids = InlineList<4, ControlID>()
        ids.append(id)
        make(.read(ids), for: .proof(id), &context)
    }

    /// Reports, once at the end, the changed controls that cannot be put back.
    func tellUnusableOriginals(_ context: inout some CameraContext) {
        for index in 0..<ControlID.known.count {
            guard let id = ControlID.known[index], known.originals.isUnusable(id) else { continue }
            context.tell(.fault(.originalUnusable(id)))
        }
    }
}
