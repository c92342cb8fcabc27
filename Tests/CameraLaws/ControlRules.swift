import FocusCore

/// The rules of V4L2 for a write, for simulated cameras that judge the engine's writes. A driver would refuse the write, or
/// change its value without a word.
public enum ControlRules {
    /// The rule that a setting breaks; nil: none.
    /// - Parameter control: the camera's description of the control; nil when the camera does not have it.
    public static func violation(of setting: ControlSetting, _ control: ControlDescription?) -> String? {
        guard let control else { return "a control is written that the camera does not have" }
        if control.isReadOnly { return "a control is written that can only be read" }
        switch setting.value {
        case .integer(let value):
            if value < control.minimum || value > control.maximum { return "a value is out of range" }
            if control.menuItems != 0, value < 0 || value > 63 || control.menuItems >> UInt64(value) & 1 == 0 {
                return "a menu item is written that does not exist"
            }
        case .rectangle(let rectangle):
            guard let bounds = control.bounds else { return "a rectangle is written to a control of integers" }
            if !bounds.contains(rectangle) { return "a rectangle is out of bounds" }
            if rectangle.width < control.minimumWidth || rectangle.height < control.minimumHeight {
                return "a rectangle is too small"
            }
        }
        return nil
    }
}

extension PixelRectangle {
    fileprivate func contains(_ other: PixelRectangle) -> Bool {
        other.left >= left && other.top >= top && other.left + other.width <= left + width
            && other.top + other.height <= top + height
    }
}
