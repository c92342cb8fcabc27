/// Which device a person wants.
public enum DeviceSelection: Equatable, Sendable {
    /// The best that is connected.
    case automatic
    /// The one with this device node.
    case path(String)
    /// The one with this name or label; upper and lower case are the same.
    case name(String)
    /// None at all.
    case none

    /// From a command line: "auto", "none", a path (whatever has a slash in it), or a name.
    public init(argument: String) {
        switch argument {
        case "auto": self = .automatic
        case "none": self = .none
        default: self = argument.contains("/") ? .path(argument) : .name(argument)
        }
    }
}
