/// The known values of a camera's controls: now, before the first write, and when lens, exposure and gain were last read.
struct KnownValues: Equatable, Sendable, Snapshotable {
    private(set) var ledger: ControlLedger
    var originals: Originals
    /// Originals of an earlier run whose controls cannot be read now. They are kept for the next run.
    private var postponed = RememberedOriginals()
    private(set) var standing = Standing()

    init(_ capabilities: CameraCapabilities, remembered: [RememberedOriginal]) {
        ledger = ControlLedger(capabilities)
        originals = Originals(capabilities, remembered: remembered)
        for memory in remembered where !capabilities.canRestore(memory) { postponed.append(memory) }
    }

    /// The lens position, as written or as read before a search; nil: unknown.
    var lens: Int64? { ledger[.focusAbsolute]?.integer ?? standing.focus }

    /// The exposure time, as written or as read before a search; nil: unknown.
    var exposureTime: Int64? { ledger[.exposureAbsolute]?.integer ?? standing.exposure }

    /// The camera has answered a write.
    mutating func wrote(_ settings: ControlSettings, _ result: ControlResult) {
        ledger.note(settings, errno: result.errno, values: result.values)
        originals.note(settings, errno: result.errno, values: result.values)
    }

    /// The values from which a search starts were read.
    mutating func readStanding(_ ids: ControlIDs, _ values: ControlValues) { standing = Standing(ids, values) }

    mutating func forgetStanding() { standing = Standing() }

    /// The value of a control may be another one: its next write is made in any case.
    mutating func forget(_ id: ControlID) { ledger[id] = nil }

    /// The values of these components are unknown: the camera may have ignored the latest write of them.
    mutating func forgetPositions(of components: ComponentSet) {
        if components.contains(.focus) { forget(.focusAbsolute) }
        guard components.contains(.exposure) else { return }
        forget(.exposureAbsolute)
        forget(.gain)
    }

    /// The driver reports the value of a control.
    mutating func isTold(_ value: Int64, of id: ControlID) { ledger[id] = .integer(value) }

    mutating func readLock(_ value: Int64) { ledger[.lock3A] = .integer(value) }

    /// The next write of each control is made in any case.
    mutating func forgetAll() { ledger.forgetAll() }

    /// A stream has reset the controls of focus and exposure.
    mutating func forgetFocusAndExposure() {
        forget(.focusAuto)
        forget(.exposureAuto)
        forgetPositions(of: .all)
    }

    /// The controls that differ from their values when the camera was opened. It is mutating like `Engine.readChangedOriginals`.
    /// - Parameters:
    ///   - lens: the position that was last read while the lens was watched, and `time` the exposure's; nil: none.
    ///   - write: the write under way, which counts as done; nil: none.
    mutating func readChanged(lens: Int64?, time: Int64?, during write: ControlSettings?) -> RememberedOriginals {
        let isFocusOff = ledger[.focusAuto] != .integer(1)
        let isExposureOff = ledger[.exposureAuto] == .integer(CameraCapabilities.manualExposure)
        let positions = PerComponent(focus: isFocusOff ? lens : nil, exposure: isExposureOff ? time : nil)
        guard let write else { return originals.readChanged(positions, besides: postponed) }
        var attempted = originals
        attempted.attempt(write)
        return attempted.readChanged(positions, besides: postponed)
    }
}

/// Automatics that another program has switched on again.
extension KnownValues {
    /// The camera has refused a write because automatics rule its controls. Only those count that are believed to be off, or that the same
    /// call switches off; their values are forgotten.
    /// - Parameter isRestoring: true while originals are put back: an automatic that the engine has not changed then stays as it is.
    /// - Returns: the settings that switch these automatics off.
    mutating func automaticsReturned(
        over settings: ControlSettings, _ capabilities: CameraCapabilities, isRestoring: Bool
    ) -> ControlSettings {
        var automatics = ControlSettings()
        for index in 0..<settings.count {
            guard let id = settings[index]?.id, let off = capabilities.endOfAutomatic(over: id),
                ledger[off.id] == off.value || settings.contains(off), !automatics.contains(off),
                !isRestoring || originals.isToRestore(off.id)
            else { continue }
            automatics.append(off)
        }
        automatics.forEach { forget($0.id) }
        return automatics
    }
}

extension CameraCapabilities {
    /// The setting that switches off a control's automatic; nil: there is no automatic, or it cannot be written.
    fileprivate func endOfAutomatic(over id: ControlID) -> ControlSetting? {
        let manual = ControlSetting(.exposureAuto, .integer(CameraCapabilities.manualExposure))
        let off: ControlSetting
        switch id {
        case .focusAbsolute: off = ControlSetting(.focusAuto, .integer(0))
        case .exposureAbsolute: off = manual
        case .gain: off = canWrite(.autogain) ? ControlSetting(.autogain, .integer(0)) : manual
        default: return nil
        }
        return canWrite(off.id) ? off : nil
    }
}
