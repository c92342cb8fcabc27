/// Controls that a camera lists and that are of no use. They count as not there, and that is no fault: nothing is missing.
extension ControlDescription {
    /// Whether there is only one value. An exposure mode with a single item still says that the time is ruled, and a button
    /// has no range.
    var hasNothingToSet: Bool {
        switch id {
        case .focusAuto, .focusAbsolute, .exposureAbsolute, .gain: minimum == maximum
        case .regionRectangle: bounds.map { $0.width == 1 && $0.height == 1 } ?? false
        default: false
        }
    }
}

extension CameraCapabilities {
    /// A camera whose present exposure mode is not in its menu, and whose menu has no automatic, exposes automatically, and
    /// nothing can switch that (Anker C200, EMEET S800): neither its mode nor its time is of use.
    static func withoutHiddenExposure(_ controls: [ControlDescription]) -> [ControlDescription] {
        for control in controls where control.id == .exposureAuto {
            guard let value = control.value, !control.takes(value), automaticItem(of: control) == nil else { continue }
            return controls.filter { $0.id != .exposureAuto && $0.id != .exposureAbsolute }
        }
        return controls
    }

    /// The automatic that a camera is in though its mode is not in its own menu: V4L2's numbers of automatic modes, 0 and 3,
    /// are told also by cameras that list the other one. Nil where the mode is in the menu, or not an automatic one.
    var unlistedAutomatic: Int64? {
        guard let control = control(.exposureAuto), let value = control.value, !control.takes(value),
            value == .integer(0) || value == .integer(3)
        else { return nil }
        return automaticExposure
    }
}
