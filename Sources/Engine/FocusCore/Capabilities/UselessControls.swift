/// Controls that a camera lists but that have no effect. They count as missing. No fault is reported, because no ability is lost.
extension ControlDescription {
    /// True when the control has one value. An exposure mode with one item shows that an automatic sets the time; a button has no range.
    var hasNothingToSet: Bool {
        switch id {
        case .focusAuto, .focusAbsolute, .exposureAbsolute, .gain, .zoomAbsolute, .whiteBalanceAuto: minimum == maximum
        case .regionRectangle: bounds.map { $0.width == 1 && $0.height == 1 } ?? false
        default: false
        }
    }
}

extension CameraCapabilities {
    /// The controls without exposure mode and time, if the camera's present mode is not in its menu and the menu has no
    /// automatic. Such a camera exposes automatically, and nothing can switch that off (Anker C200, EMEET S800).
    static func withoutHiddenExposure(_ controls: [ControlDescription]) -> [ControlDescription] {
        for control in controls where control.id == .exposureAuto {
            guard let value = control.value, !control.takes(value), automaticItem(of: control) == nil else { continue }
            return controls.filter { $0.id != .exposureAuto && $0.id != .exposureAbsolute }
        }
        return controls
    }

    /// The automatic mode, 0 or 3, of a camera that is in this mode although its menu lists only the other one; nil for other cameras.
    var unlistedAutomatic: Int64? {
        guard let control = control(.exposureAuto), let value = control.value, !control.takes(value),
            value == .integer(0) || value == .integer(3)
        else { return nil }
        return automaticExposure
    }
}
