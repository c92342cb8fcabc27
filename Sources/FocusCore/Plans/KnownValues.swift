/// The known values of a camera's controls.
struct KnownValues: Equatable, Sendable, Snapshotable {
    /// The values now.
    var ledger: ControlLedger
    /// The values before the first write, and the engine's changes of them.
    var originals: Originals
    /// Originals of an earlier run whose controls cannot be read now. They are kept for the next run.
    private(set) var postponed = RememberedOriginals()
    /// The values of lens, exposure and gain when they were last read.
    var standing = Standing()

    init(_ capabilities: CameraCapabilities, remembered: [RememberedOriginal]) {
        ledger = ControlLedger(capabilities)
        originals = Originals(capabilities, remembered: remembered)
        for memory in remembered where !capabilities.canRestore(memory) { postponed.append(memory) }
    }

    /// Takes the camera's answer to a write.
    mutating func note(_ settings: InlineList<4, ControlSetting>, _ result: ControlResult) {
        ledger.note(settings, errno: result.errno, values: result.values)
        originals.note(settings, errno: result.errno, values: result.values)
    }
}
