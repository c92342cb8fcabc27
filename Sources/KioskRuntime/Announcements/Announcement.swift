import FocusCore
import LinuxDevices
import StateTrace

/// Something that `run` says: on standard output, and to whoever watches the socket.
public enum Announcement: Equatable, Sendable {
    /// The machine has taken a state. Its `tap`, as that of all others, is the id that a client of the socket has given it.
    case state(StateReport)
    /// One control of a call, and what the camera made of it.
    case write(ControlID, name: String, ControlValue, errno: Int32)
    /// Focus and exposure have ended after a tap.
    case settled(SettledReport)
    /// A search for focus in frames has ended.
    case searched(FocusSearchReport)
    /// A search for the exposure in frames has ended.
    case exposed(ExposureReport)
    /// A device has come, is waited for, or is gone.
    case device(DeviceNews)
    /// What the camera can do.
    case levels(LevelReport)
    /// Contacts that were no tap, or a tap beside the picture.
    case tapIgnored(TapIgnored, tap: TapID? = nil)
    /// A tap that could not be honoured.
    case tapRefused(TapRefused, tap: TapID? = nil)
    /// Something that came in and cannot be right.
    case fault(Fault)
    /// Anything else that went wrong: a whole sentence, with what to do.
    case error(String, tap: TapID? = nil)
}

/// A device that came or went.
public struct DeviceNews: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Equatable, Sendable {
        case camera, touchscreen, accelerometer
    }

    public enum Change: String, CaseIterable, Equatable, Sendable {
        case arrived, left, waiting
    }

    public var kind: Kind
    public var change: Change
    /// As the device calls itself; empty while it is waited for.
    public var name: String
    /// Where it is; empty while it is waited for.
    public var path: String

    public init(kind: Kind, change: Change, name: String = "", path: String = "") {
        self.kind = kind
        self.change = change
        self.name = name
        self.path = path
    }

    /// The same device, gone.
    var leaving: DeviceNews { DeviceNews(kind: kind, change: .left, name: name, path: path) }
}

/// The name of an errno: "EACCES"; for success "ok".
func resultName(_ errno: Int32) -> String {
    errno == 0 ? "ok" : SystemError(errno).name
}
