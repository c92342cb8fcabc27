import FocusCore

/// Whether a camera is left as it was found.
extension World {
    mutating func checkOriginals(_ camera: WorldCamera) {
        guard !plan.camera.isAbsurd, let restoring = camera.restoring else { return }
        var isWhole = true
        for (id, original) in camera.originals where camera.values[id] != original {
            guard !camera.isExcused(id) else { continue }
            if !monitor.isComplete, !restoring.refused.isEmpty { continue }
            isWhole = false
            let words = "\(String(describing: camera.values[id])), and was \(original)"
            blame(.originals, "after the end, control \(id.rawValue) is \(words)")
        }
        if isWhole, !monitor.isComplete, restoring.refused.isEmpty {
            blame(.originals, "nothing was refused, and the end is told as incomplete")
        }
        for id in restoring.written where !camera.touched.contains(id) && !camera.isButton(id) {
            return blame(.originals, "control \(id.rawValue) was written back, and had never been written")
        }
    }
}

extension WorldCamera {
    func isButton(_ id: ControlID) -> Bool { id == .autoFocusStart || id == .autoFocusStatus }

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
        if restoring?.refused.contains(id) == true || restoring?.ignored.contains(id) == true { return true }
        switch id {
        case .focusAbsolute:
            // What an automatic moves is its own business.
            return originals[.focusAuto] == .integer(1) || (has(.focusAuto) && isExcused(.focusAuto))
                || isMasterOff(.focusAuto)
        case .exposureAbsolute:
            let mode = originals[.exposureAuto]?.integer
            return (mode != nil && mode != 1) || (has(.exposureAuto) && isExcused(.exposureAuto))
        case .gain: return has(.exposureAuto) && isExcused(.exposureAuto)
        default: return false
        }
    }

    /// Whether the driver does not let the engine write a control's automatic.
    private func isMasterOff(_ id: ControlID) -> Bool { has(id) && !isUsable(id) }
}

extension WorldCamera.Restoring {
    /// Whether something was refused, so that not all can be as it was.
    var isSpared: Bool { !refused.isEmpty }
}
