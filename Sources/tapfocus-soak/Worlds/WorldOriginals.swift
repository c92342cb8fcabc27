import FocusCore

/// Whether a camera is left as it was found.
extension World {
    mutating func checkOriginals(_ camera: WorldCamera) {
        guard !plan.camera.isAbsurd, let restoring = camera.restoring else { return }
        var isWhole = true
        for id in CameraPlan.named where camera.values[id] != camera.originals[id] {
            guard let original = camera.originals[id], !camera.isExcused(id) else { continue }
            if !monitor.isComplete, !restoring.refused.isEmpty { continue }
            isWhole = false
            let words = "\(camera.values[id]?.words ?? "unknown"), and was \(original.words)"
            blame(.originals, "after the end, \(id.words) is \(words)")
        }
        if isWhole, !monitor.isComplete, restoring.refused.isEmpty {
            blame(.originals, "nothing was refused, and the end is told as incomplete")
        }
        for id in CameraPlan.named where restoring.written.contains(id) && !camera.isTouched(id) {
            return blame(.originals, "\(id.words) was written back, and had never been written")
        }
    }
}

extension WorldCamera {
    func isButton(_ id: ControlID) -> Bool { id == .autoFocusStart || id == .autoFocusStatus }

    /// Whether the engine has written a control before its end, or the automatic that moves it.
    func isTouched(_ id: ControlID) -> Bool {
        if touched.contains(id) || isButton(id) { return true }
        switch id {
        case .focusAbsolute: return touched.contains(.focusAuto) || touched.contains(.autoFocusStart)
        case .exposureAbsolute: return touched.contains(.exposureAuto)
        default: return false
        }
    }

    /// Whether a control can be written, and the quirks do not take it away.
    func isUsable(_ id: ControlID) -> Bool {
        guard let control = plan.description.control(id), !control.isReadOnly else { return false }
        let unusable = plan.description.quirks.unusable
        for index in 0..<unusable.count where unusable[index] == id { return false }
        return true
    }

    /// Whether there is an automatic for the exposure to go back to.
    var hasAutomaticExposure: Bool {
        guard isUsable(.exposureAuto), let control = plan.description.control(.exposureAuto) else { return false }
        return control.menuItems & 0b1001 != 0
    }

    /// Whether something has no automatic of its own, so that the engine may stream while nothing is held.
    var needsEngine: Bool {
        guard plan.description.givesFrames else { return false }
        return (has(.focusAbsolute) && !isUsable(.focusAuto)) || (has(.exposureAbsolute) && !hasAutomaticExposure)
    }

    /// Whether there is a reason, outside the engine, why a control is not as it was.
    func isExcused(_ id: ControlID) -> Bool {
        if isButton(id) || plan.ignored.contains(id) || disturbed.contains(id) { return true }
        if restoring?.refused.contains(id) == true { return true }
        if !isUsable(id) { return true }
        // Nobody can put back what cannot be read. An automatic is another matter: that it was on is likelier.
        if plan.readsZero.contains(id) {
            // Where nothing is read back after it was written, nobody finds out.
            return !disproved.contains(id) || !isAutomaticLost(id)
        }
        switch id {
        case .focusAbsolute:
            // An automatic's values are its own business.
            return originals[.focusAuto] == .integer(1) || isRuledByUnknown(.focusAuto)
        case .exposureAbsolute:
            let mode = originals[.exposureAuto]?.integer
            return (mode != nil && mode != 1) || isRuledByUnknown(.exposureAuto)
        case .gain: return isRuledByUnknown(.exposureAuto)
        default: return false
        }
    }

    /// Whether an automatic that was on is off.
    private func isAutomaticLost(_ id: ControlID) -> Bool {
        switch id {
        case .focusAuto: originals[id] == .integer(1) && integer(id) != 1
        case .exposureAuto: originals[id] != .integer(1) && integer(id) == 1
        default: false
        }
    }

    /// Whether an automatic, on which it depends what else can be written, cannot be known or switched.
    private func isRuledByUnknown(_ id: ControlID) -> Bool {
        has(id) && (!isUsable(id) || isExcused(id) || plan.readsZero.contains(id))
    }
}

extension WorldCamera.Restoring {
    /// Whether something was refused, so that not all can be as it was.
    var isSpared: Bool { !refused.isEmpty }
}
