import FocusCore

extension World {
    /// - Parameter isComplete: true if the engine says that all of them are back.
    mutating func checkOriginals(_ camera: WorldCamera, isComplete: Bool) {
        guard !plan.camera.isAbsurd, let restoring = camera.restoring else { return }
        var isWhole = true
        for id in CameraPlan.named where camera.values[id] != camera.originals[id] {
            guard let original = camera.originals[id], !camera.isExcused(id) else { continue }
            if !isComplete, !restoring.refused.isEmpty { continue }
            isWhole = false
            let words = "\(camera.values[id]?.words ?? "unknown"), and was \(original.words)"
            blame(.originals, "after the end, \(id) is \(words)")
        }
        if isWhole, !isComplete, restoring.refused.isEmpty {
            blame(.originals, "nothing was refused, and the end is reported as incomplete")
        }
        for id in CameraPlan.named where restoring.written.contains(id) && !camera.isTouched(id) {
            return blame(.originals, "\(id) was written back, and had never been written")
        }
    }
}

extension WorldCamera {
    func isButton(_ id: ControlID) -> Bool { id == .autoFocusStart || id == .autoFocusStatus }

    /// True if the engine has written a control, or the automatic that moves it, before its end.
    func isTouched(_ id: ControlID) -> Bool {
        if touched.contains(id) || isButton(id) { return true }
        switch id {
        case .focusAbsolute: return touched.contains(.focusAuto) || touched.contains(.autoFocusStart)
        case .exposureAbsolute: return touched.contains(.exposureAuto)
        default: return false
        }
    }

    /// True if a control can be written, and the quirks do not exclude it.
    func isUsable(_ id: ControlID) -> Bool {
        guard let control = plan.description.control(id), !control.isReadOnly else { return false }
        return !plan.description.quirks.unusable.contains(id)
    }

    /// True if the exposure has an automatic to return to.
    var hasAutomaticExposure: Bool {
        guard isUsable(.exposureAuto), let control = plan.description.control(.exposureAuto) else { return false }
        return control.menuItems & 0b1001 != 0
    }

    /// True if focus or exposure has no automatic, so that the engine may stream while nothing is held.
    /// - Parameter measured: true if a program measures the frames, which need not be readable for us then.
    func needsEngine(measured: Bool) -> Bool {
        guard plan.description.givesFrames || measured else { return false }
        return (has(.focusAbsolute) && !isUsable(.focusAuto)) || (has(.exposureAbsolute) && !hasAutomaticExposure)
    }

    /// True if something outside of the engine explains why a control has another value.
    func isExcused(_ id: ControlID) -> Bool {
        if isButton(id) || id == .privacy { return true }
        if plan.misbehaviour.ignored[id] != nil || disturbed.contains(id) { return true }
        if restoring?.refused.contains(id) == true { return true }
        if !isUsable(id) { return true }
        // A value that cannot be read cannot be restored, except for an automatic: it is assumed to have been on.
        if readsZero(id) {
            // The engine only notices if something is read back after it was written.
            return !disproved.contains(id) || !isAutomaticLost(id)
        }
        switch id {
        case .focusAbsolute:
            // An automatic changes its values by itself.
            return originals[.focusAuto] == .integer(1) || isRuledByUnknown(.focusAuto)
        case .exposureAbsolute:
            let mode = originals[.exposureAuto]?.integer
            return (mode != nil && mode != 1) || isRuledByUnknown(.exposureAuto)
        case .gain: return isRuledByUnknown(.exposureAuto)
        default: return false
        }
    }

    private func readsZero(_ id: ControlID) -> Bool { plan.misbehaviour.alwaysReads[id] != nil }

    /// True if an automatic that was on is off.
    private func isAutomaticLost(_ id: ControlID) -> Bool {
        switch id {
        case .focusAuto: originals[id] == .integer(1) && integer(id) != 1
        case .exposureAuto: originals[id] != .integer(1) && integer(id) == 1
        default: false
        }
    }

    /// True if other writes depend on an automatic that cannot be read or switched.
    private func isRuledByUnknown(_ id: ControlID) -> Bool {
        has(id) && (!isUsable(id) || isExcused(id) || readsZero(id))
    }
}
