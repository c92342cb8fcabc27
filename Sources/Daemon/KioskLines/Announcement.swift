import FocusCore

/// A message of `run`: on standard output, and to the socket's watchers.
public enum Announcement: Equatable, Sendable {
    /// The machine has taken a state. The `tap` of an announcement is the id that a client of the socket has chosen.
    case state(StateReport)
    /// One control of a call, and the camera's answer.
    case write(ControlID, name: String, ControlValue, errno: Int32)
    /// Focus and exposure have finished after a tap.
    case settled(SettledReport)
    /// A focus search in frames has ended.
    case searched(FocusSearchReport)
    /// An exposure search in frames has ended.
    case exposed(ExposureReport)
    /// The exposure compensation in force is another one now, in EV.
    case compensation(Double)
    /// A device has arrived, is missing, or has left.
    case device(DeviceNews)
    /// The camera's levels for focus and exposure.
    case levels(LevelReport)
    /// A light was switched, or the held exposure has been found again because of one.
    case relit(LightReport)
    /// The camera's privacy shutter was closed or opened.
    case shutter(isClosed: Bool)
    /// Somebody keeps what is held from now on; nil: nobody does any more.
    case lock(Keeper?, tap: TapID? = nil)
    /// The camera's zoom, and where the held point is shown under it.
    case zoom(ZoomReport)
    /// Contacts that were no tap, or a tap beside the picture.
    case tapIgnored(TapIgnored, tap: TapID? = nil)
    /// A tap that was refused.
    case tapRefused(TapRefused, tap: TapID? = nil)
    /// A photo is there. Its `id` is the client's.
    case photo(PhotoReport)
    /// There is no photo: a whole sentence.
    case photoFailed(PhotoFailure, message: String, id: TapID? = nil)
    /// A movie has begun, or has ended. Its `id` is the client's.
    case movie(MovieReport)
    /// Nothing comes of a request about a movie: a whole sentence.
    case movieFailed(MovieReason, message: String, id: TapID? = nil)
    /// A reader has read a code that was not there in the two seconds before.
    case code(SeenCode)
    /// A face has come, in shares of the camera's picture; nil: there has been none for two seconds.
    case face(NormalizedRectangle?)
    /// A ring of traces that had paused is written again.
    case traceResumed(path: String)
    /// An input that is invalid.
    case fault(Fault)
    /// Any other error: a whole sentence with a remedy.
    case error(String, tap: TapID? = nil)

    /// One announcement for each control that a call has written, whether the camera accepted it or not; none for a call that reads.
    /// - Parameter name: the driver's name for a control.
    package static func writes(
        of call: ControlCall, _ result: ControlResult, name: (ControlID) -> String
    ) -> [Announcement] {
        guard case .write(let settings) = call.operation else { return [] }
        return settings.elements.enumerated().map { index, setting in
            let value = (result.values[index] ?? nil) ?? setting.value
            return .write(setting.id, name: name(setting.id), value, errno: result.errno)
        }
    }
}

/// A device that arrived or left, or is missing.
public struct DeviceNews: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Equatable, Sendable {
        case camera, touchscreen, accelerometer
    }

    public enum Change: String, CaseIterable, Equatable, Sendable {
        case arrived, left, waiting
    }

    public var kind: Kind
    public var change: Change
    /// The device's own name; empty while it is missing.
    public var name: String
    /// The device's path; empty while it is missing.
    public var path: String

    public init(kind: Kind, change: Change, name: String = "", path: String = "") {
        self.kind = kind
        self.change = change
        self.name = name
        self.path = path
    }
}
