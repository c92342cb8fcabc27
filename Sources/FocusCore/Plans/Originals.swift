/// The values of a camera's controls before the engine changed them, and which of them it has changed.
///
/// Only what was changed is put back: a control that the engine never wrote, and whose automatic it never switched, is
/// nobody's business here, whatever it holds.
struct Originals: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        var original = Original.unknown
        var change = Change.none
    }

    /// The engine's change of a control. It never goes back to `none`: whether a value is in effect again, the ledger
    /// knows better, because it also sees what is read back.
    private enum Change: Equatable, Sendable {
        case none
        /// A write failed in a way that leaves open whether the camera took it.
        case attempted(ControlValue)
        case written(ControlValue)
        /// Its automatic was switched on, and has moved it since.
        case ruled
    }

    /// Whether an automatic whose original says "off" was seen to be on after it was switched on.
    private enum Proof: Equatable, Sendable {
        case open
        case due(attempts: Int)
        case asked(attempts: Int)
        case done

        /// Readings that fail before the original is believed all the same.
        static let mostAttempts = 3
    }

    private var entries = InlineArray<16, Entry>(repeating: Entry())
    /// Originals of an earlier run whose controls cannot be read now: the next run may know more.
    private var postponed = RememberedOriginals()
    private var proofs = PerComponent(focus: Proof.open, exposure: Proof.open)
    /// Whether the exposure can be set to manual, without which no camera takes a time.
    private let offersManual: Bool

    /// - Parameter remembered: what an earlier run changed and did not put back.
    init(_ capabilities: CameraCapabilities, remembered: [RememberedOriginal]) {
        let manual = ControlValue.integer(CameraCapabilities.manualExposure)
        offersManual = capabilities.control(.exposureAuto)?.takes(manual) ?? false
        for place in 0..<ControlID.known.count {
            guard let id = ControlID.known[place], let control = capabilities.control(id) else { continue }
            let automatic = capabilities.automatic(of: id)
            entries[place].original = Original(control.value, of: control, automatic: automatic)
        }
        for memory in remembered { take(memory, capabilities) }
        if !capabilities.canProve(.focusAuto) { proofs.focus = .done }
        if !capabilities.canProve(.exposureAuto) { proofs.exposure = .done }
    }

    /// The value that the control goes back to; nil where that is not known, or the camera would not take it.
    func target(of id: ControlID) -> ControlValue? { id.place.flatMap { entries[$0].original.target } }

    /// Whether the control is to be put back. What an automatic rules that goes back to "on" is left to it, and a time that
    /// the camera takes in manual only is not written where there is no manual.
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

    /// Whether the camera is known to have taken a change of the control: that it refuses to put it back matters only then.
    func isSurelyChanged(_ id: ControlID) -> Bool {
        guard let place = id.place else { return false }
        switch entries[place].change {
        case .none, .attempted: return false
        case .written, .ruled: return true
        }
    }

    /// Whether the control was changed and cannot be put back, because the camera would not take what it held.
    func isUnusable(_ id: ControlID) -> Bool {
        guard let place = id.place else { return false }
        return entries[place].original == .unusable && isToRestore(id)
    }

    static func == (left: Originals, right: Originals) -> Bool {
        for place in left.entries.indices where left.entries[place] != right.entries[place] { return false }
        return left.proofs == right.proofs && left.offersManual == right.offersManual
            && left.postponed == right.postponed
    }
}

/// The camera's answers to writes and proofs.
extension Originals {
    /// Errors after which nothing was written: EPERM, EACCES, EBUSY, EINVAL, ENOTTY, ERANGE (asm-generic/errno-base.h).
    private static let refusals: InlineArray<6, Int32> = [1, 13, 16, 22, 25, 34]

    /// Notes what a write has come to.
    /// - Parameter values: what the driver says is in effect now; nil where it does not say.
    mutating func note(
        _ settings: InlineList<4, ControlSetting>, errno: Int32, values: InlineList<4, ControlValue?>
    ) {
        for index in 0..<settings.count {
            guard let setting = settings[index], let place = setting.id.place else { continue }
            if errno == 0 {
                note((values[index] ?? nil) ?? setting.value, at: place)
                noteAutomatic(setting, in: settings)
            } else if entries[place].change == .none, settings.count > 1 || !Self.isRefusal(errno) {
                attempt(setting.value, at: place)
            }
        }
    }

    /// The automatic that was switched on just now, and has to be read back once to see whether its original can be
    /// believed: some cameras say "off" whatever they do.
    mutating func takeProof() -> ControlID? {
        for component in Component.allCases {
            guard case .due(let attempts) = proofs[component] else { continue }
            proofs[component] = .asked(attempts: attempts + 1)
            return component == .focus ? .focusAuto : .exposureAuto
        }
        return nil
    }

    /// An automatic was read back after it was switched on; nil: the reading has failed.
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

    private mutating func note(_ value: ControlValue, at place: Int) {
        if entries[place].change == .none, entries[place].original == .value(value) { return }
        entries[place].change = .written(value)
    }

    private mutating func attempt(_ value: ControlValue, at place: Int) {
        if entries[place].change == .none, entries[place].original == .value(value) { return }
        entries[place].change = .attempted(value)
    }

    /// An automatic that is switched on moves what it rules, unless that was written in the same call.
    private mutating func noteAutomatic(_ setting: ControlSetting, in settings: InlineList<4, ControlSetting>) {
        let slave: ControlID
        switch (setting.id, setting.value) {
        case (.autoFocusStart, _):
            slave = .focusAbsolute
        case (.focusAuto, .integer(1)):
            slave = .focusAbsolute
            if proofs.focus == .open {
                proofs.focus = target(of: .focusAuto) == .integer(0) ? .due(attempts: 0) : .done
            }
        case (.exposureAuto, .integer(let mode)) where !CameraCapabilities.isTimeByHand(in: mode):
            slave = .exposureAbsolute
            let original = target(of: .exposureAuto)?.integer
            let saysOff = original.map(CameraCapabilities.isTimeByHand) ?? false
            if proofs.exposure == .open { proofs.exposure = saysOff ? .due(attempts: 0) : .done }
        case (.autogain, .integer(1)):
            slave = .gain
        default:
            return
        }
        for index in 0..<settings.count where settings[index]?.id == slave { return }
        if let place = slave.place { entries[place].change = .ruled }
    }

    private static func isRefusal(_ errno: Int32) -> Bool {
        for index in refusals.indices where refusals[index] == errno { return true }
        return false
    }
}

/// The part that outlives the program.
extension Originals {
    /// The controls that are not as they were when the camera was opened.
    /// - Parameter positions: where lens and time were last read to be, once their automatics are off.
    func changed(_ positions: PerComponent<Int64?>) -> RememberedOriginals {
        var list = postponed
        for place in 0..<ControlID.known.count {
            guard let id = ControlID.known[place], isToRestore(id), !isPostponed(id),
                let original = entries[place].original.target
            else { continue }
            switch entries[place].change {
            case .none:
                continue
            case .attempted(let value), .written(let value):
                if value != original { list.append(RememberedOriginal(id: id, original: original, written: value)) }
            case .ruled:
                // Under an automatic that is still on, the next start does not compare it.
                let position = id == .focusAbsolute ? positions.focus : id == .gain ? nil : positions.exposure
                let written = position.map(ControlValue.integer) ?? original
                list.append(RememberedOriginal(id: id, original: original, written: written))
            }
        }
        return list
    }

    private func isPostponed(_ id: ControlID) -> Bool {
        for index in 0..<postponed.count where postponed[index]?.id == id { return true }
        return false
    }

    /// The same while a write is under way. It counts as done, but for one that puts the original back.
    func attempting(_ settings: InlineList<4, ControlSetting>) -> Originals {
        var copy = self
        settings.forEach { setting in
            guard let place = setting.id.place, copy.target(of: setting.id) != setting.value else { return }
            copy.attempt(setting.value, at: place)
        }
        return copy
    }

    /// Takes what an earlier run remembered, where the camera still holds what that run wrote.
    private mutating func take(_ memory: RememberedOriginal, _ capabilities: CameraCapabilities) {
        let isRuled = capabilities.isRuledAtArrival(memory.id)
        guard let place = memory.id.place, let control = capabilities.control(memory.id),
            isRuled || control.value != nil
        else {
            postponed.append(memory)
            return
        }
        guard isRuled || control.value == memory.written else { return }
        let automatic = capabilities.automatic(of: memory.id)
        entries[place].original = Original(memory.original, of: control, automatic: automatic)
        entries[place].change = isRuled ? .ruled : .written(memory.written)
    }
}

extension CameraCapabilities {
    /// The modes in which the time is set by hand: manual and shutter priority.
    static func isTimeByHand(in mode: Int64) -> Bool { mode == manualExposure || mode == shutterPriority }

    /// The value that switches the automatic on, for focus auto, the exposure mode and the gain's own automatic.
    fileprivate func automatic(of id: ControlID) -> Int64? {
        switch id {
        case .focusAuto, .autogain: canWrite(id) ? 1 : nil
        case .exposureAuto: automaticExposure
        default: nil
        }
    }

    /// Whether an automatic can be read back, and the answer means something.
    fileprivate func canProve(_ id: ControlID) -> Bool { canRead(id) && !quirks.cannotBeReadBack }

    /// Whether the control's automatic was on when the camera was opened.
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
