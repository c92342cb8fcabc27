import FocusCore

@testable import LinuxDevices

extension CameraEvent {
    /// The system's answer to a request for frames or a call; 0: success.
    var errno: Int32 {
        switch self {
        case .answered(_, let result): result.errno
        case .frames(.unavailable(_, let errno)), .frames(.lost(_, let errno)): errno
        case .frames(.began), .frames(.ended), .frames(.measured), .controlsChanged, .zoomChanged, .shutterChanged,
            .left:
            0
        }
    }

    /// The frames that come from now on; nil where the answer is another one.
    var began: FramesBegan? {
        if case .frames(.began(let began)) = self { began } else { nil }
    }
}
