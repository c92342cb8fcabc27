/// The values of a camera's controls before the engine's first write, and its changes of them. Only changed controls are put back: not one
/// that was never written, and whose automatic was never switched.
struct Originals: Equatable, Sendable, Snapshotable {
    private struct Entry: Equatable, Sendable, Snapshotable {
        var original = Original.unknown
        var change = Change.none
    }

    /// The engine's change of a control, never `none` again. The ledger knows whether the original is in effect again.
    private enum Change: Equatable, Sendable, Snapshotable {
        case none
        /// A write has failed, and it is unknown whether the camera took the value.
        case attempted(ControlValue)
        case written(ControlValue)
        /// The control's automatic was switched on and has changed the value since.
        case ruled
    }

    /// The check of an automatic whose original is "off": it is read back once on. Some cameras say "off" even then, and are not believed.
    private enum Proof: Equatable, Sendable, Snapshotable {
        case open
        case due(attempts: Int)
        case asked(attempts: Int)
        case done

        /// Number of failed readings after which the original is believed without a proof.
        static let mostAttempts = 3
    }

    private var entries = InlineArray<24, Entry>(repeating: Entry())
    private var proofs = PerComponent(focus: Proof.open, exposure: Proof.open)
    /// True when the exposure can be set to manual: cameras take a time only in this mode.
    private let offersManual: Bool

    /// - Parameter remembered: the controls that an earlier run changed and did not put back.
    init(_ capabilities: CameraCapabilities, remembered: [RememberedOriginal]) {
        let manual = ControlValue.integer(CameraCapabilities.manualExposure)
        offersManual = capabilities.control(.exposureAuto)?.takes(manual) ?? false
        for place in 0..<ControlID.known.count {
            guard let id = ControlID.known[place], let control = capabilities.control(id) else { continue }
            let automatic = capabilities.automatic(of: id)
            entries[place].original = Original(control.value, of: control, automatic: automatic)
        }
        for memory in remembered where capabilities.canRestore(memory) { take(memory, capabilities) }
        if !capabilities.canProve(.focusAuto) { proofs.focus = .done }
        if !capabilities.canProve(.exposureAuto) { proofs.exposure = .done }
    }

    /// The value that is put back; nil when it is unknown, or the camera would not accept it.
    @inline(__always)
    func target(of id: ControlID) -> ControlValue? { id.place.flatMap { entries[$0].original.target } }

    /// True when the control is to be put back: not a slave whose automatic goes on, nor a time that needs a manual mode that is missing.
    @inline(__always)
    func isToRestore(_ id: ControlID) -> Bool {
        guard let place = id.place, entries[place].change != .none else { return false }
        switch id {
        case .focusAbsolute:
            return target(of: .focusAuto) != .integer(1)
        case .gain:
            return target(of: .autogain) != .integer(1)
        case .exposureAbsolute:
            switch target(of: .exposureAuto)?.integer {
            case nil, CameraCapabilities.manualExposure: return true
            case CameraCapabilities.shutterPriority: return offersManual
            default: return false
            }
        default:
            return true
        }
    }

    /// True when the camera has certainly taken a change of the control. Only then is a refusal to put it back an error.
    func isSurelyChanged(_ id: ControlID) -> Bool {
        guard let place = id.place else { return false }
        switch entries[place].change {
        case .none, .attempted: return false
        case .written, .ruled: return true
        }
    }

    /// True when the control was changed and cannot be put back, because the camera would not accept its original.
    func isUnusable(_ id: ControlID) -> Bool {
        guard let place = id.place else { return false }
        return entries[place].original == .unusable && isToRestore(id)
    }

    /// Errors after which nothing was written: EPERM, EACCES, EBUSY, EINVAL, ENOTTY, ERANGE (asm-generic/errno-base.h).
    private static let refusals: InlineArray<6, Int32> = [1, 13, 16, 22, 25, 34]

    /// Takes the result of a write.
    /// - Parameter values: the values that the driver reports as in effect; nil where it reports none.
    mutating func note(_ settings: ControlSettings, errno: Int32, values: ControlValues) {
        for index in 0..<settings.count {
            guard let setting = settings[index], let place = setting.id.place else { continue }
            if errno == 0 {
                let value = (values[index] ?? nil) ?? setting.value
                change(.written(value), to: value, at: place)
                noteAutomatic(setting, in: settings)
            } else if entries[place].change == .none, settings.count > 1 || !Self.isRefusal(errno) {
                change(.attempted(setting.value), to: setting.value, at: place)
            }
        }
    }

    /// The automatic that is to be read back, because it was just switched on and its original is "off"; nil: none.
    mutating func takeProof() -> ControlID? {
        for component in Component.allCases {
            guard case .due(let attempts) = proofs[component] else { continue }
            proofs[component] = .asked(attempts: attempts + 1)
            return component == .focus ? .focusAuto : .exposureAuto
        }
        return nil
    }

    /// Takes the value of an automatic that was read back after it was switched on; nil: the reading has failed.
    mutating func judge(_ id: ControlID, _ value: ControlValue?) {
        let component = id == .focusAuto ? Component.focus : .exposure
        if value == nil, case .asked(let attempts) = proofs[component], attempts < Proof.mostAttempts {
            proofs[component] = .due(attempts: attempts)
        } else {
            proofs[component] = .done
        }
        guard let place = id.place, let value, entries[place].original == .value(value),
            case .written(.integer(let automatic)) = entries[place].change, value != .integer(automatic)
        else { return }
        entries[place].original = .automatic(automatic)
    }

    /// A control with another value than its original counts as changed for good.
    private mutating func change(_ change: Change, to value: ControlValue, at place: Int) {
        if entries[place].change != .none || entries[place].original != .value(value) { entries[place].change = change }
    }

    /// An automatic that is switched on changes its slave, unless the slave was written in the same call.
    private mutating func noteAutomatic(_ setting: ControlSetting, in settings: ControlSettings) {
        switch (setting.id, setting.value) {
        case (.autoFocusStart, _), (.autogain, .integer(1)):
            break
        case (.focusAuto, .integer(1)):
            if proofs.focus == .open {
                proofs.focus = target(of: .focusAuto) == .integer(0) ? .due(attempts: 0) : .done
            }
        case (.exposureAuto, .integer(let mode)) where !CameraCapabilities.isTimeByHand(in: mode):
            let original = target(of: .exposureAuto)?.integer
            let saysOff = original.map(CameraCapabilities.isTimeByHand) ?? false
            if proofs.exposure == .open { proofs.exposure = saysOff ? .due(attempts: 0) : .done }
        default:
            return
        }
        guard let slave = setting.id.slave, settings.value(of: slave) == nil, let place = slave.place else { return }
        entries[place].change = .ruled
    }

    private static func isRefusal(_ errno: Int32) -> Bool { refusals.contains(errno) }

    /// The controls that differ from their values when the camera was opened, after those that are `postponed`.
    /// - Parameter positions: lens position and exposure time as last read, if their automatics are off.
    mutating func readChanged(
        _ positions: PerComponent<Int64?>, besides postponed: RememberedOriginals
    ) -> RememberedOriginals {
        var list = postponed
        for place in 0..<ControlID.known.count {
            let entry = entries[place]
            guard entry.change != .none, let id = ControlID.known[place], isToRestore(id),
                postponed.first(where: { $0.id == id }) == nil, let original = entry.original.target
            else { continue }
            switch entry.change {
            case .none:
                continue
            case .attempted(let value), .written(let value):
                if value != original { list.append(RememberedOriginal(id: id, original: original, written: value)) }
            case .ruled:
                // While the automatic is on, this value does not matter: the next start does not compare it.
                let position = id == .focusAbsolute ? positions.focus : id == .gain ? nil : positions.exposure
                let written = position.map(ControlValue.integer) ?? original
                list.append(RememberedOriginal(id: id, original: original, written: written))
            }
        }
        return list
    }

    /// The originals as they may be when a write that is under way has ended. The write counts as done, unless it puts an original back.
    mutating func attempt(_ settings: ControlSettings) {
        for index in 0..<settings.count {
            guard let setting = settings[index], let place = setting.id.place, target(of: setting.id) != setting.value
            else { continue }
            change(.attempted(setting.value), to: setting.value, at: place)
        }
    }

    /// Takes an original of an earlier run, if the camera still holds the value that the earlier run wrote.
    private mutating func take(_ memory: RememberedOriginal, _ capabilities: CameraCapabilities) {
        let isRuled = capabilities.isRuledAtArrival(memory.id)
        guard let place = memory.id.place, let control = capabilities.control(memory.id) else { return }
        guard isRuled || control.value == memory.written else { return }
        let automatic = capabilities.automatic(of: memory.id)
        entries[place].original = Original(memory.original, of: control, automatic: automatic)
        entries[place].change = isRuled ? .ruled : .written(memory.written)
    }
}

extension CameraCapabilities {
    /// True for the modes with a manual exposure time: manual and shutter priority.
    static func isTimeByHand(in mode: Int64) -> Bool { mode == manualExposure || mode == shutterPriority }

    /// The value that switches the automatic on, for focus auto, the exposure mode and the gain's own automatic.
    fileprivate func automatic(of id: ControlID) -> Int64? {
        switch id {
        case .focusAuto, .autogain: canWrite(id) ? 1 : nil
        case .exposureAuto: automaticExposure
        default: nil
        }
    }

    /// True when an automatic can be read back and the camera's read-backs are reliable.
    fileprivate func canProve(_ id: ControlID) -> Bool { canRead(id) && !quirks.cannotBeReadBack }

    /// True when the control of an earlier run's original is there and can be read, or is ruled by an automatic that is on.
    func canRestore(_ memory: RememberedOriginal) -> Bool {
        guard memory.id.place != nil, let control = control(memory.id) else { return false }
        return control.value != nil || isRuledAtArrival(memory.id)
    }

    fileprivate func isRuledAtArrival(_ id: ControlID) -> Bool {
        switch id {
        case .focusAbsolute: control(.focusAuto)?.value == .integer(1)
        case .exposureAbsolute:
            control(.exposureAuto)?.value?.integer.map { !Self.isTimeByHand(in: $0) } ?? false
        case .gain: control(.autogain)?.value == .integer(1)
        default: false
        }
    }
}
