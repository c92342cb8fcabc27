/// A person's choice of a device.
public enum DeviceSelection: Equatable, Sendable {
    /// The best connected device.
    case automatic
    /// The device with this node.
    case path(String)
    /// The device with this name or label; upper and lower case are the same.
    case name(String)
    /// No device.
    case none

    /// From a command line: "auto", "none", a path (any text with a slash), or a name.
    public init(argument: String) {
        switch argument {
        case "auto": self = .automatic
        case "none": self = .none
        default: self = argument.contains("/") ? .path(argument) : .name(argument)
        }
    }
}
