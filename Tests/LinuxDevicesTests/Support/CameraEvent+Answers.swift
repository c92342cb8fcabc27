import FocusCore

@testable import LinuxDevices

extension CameraEvent {
    /// The system's answer to a request for frames or a call; 0: success.
    var errno: Int32 {
        switch self {
        case .answered(_, let result): result.errno
        case .framesUnavailable(_, let errno), .framesLost(_, let errno): errno
        case .framesBegan, .framesEnded, .frame, .controlsChanged, .left: 0
        }
    }

    /// The frames that come from now on; nil where the answer is another one.
    var began: FramesBegan? {
        if case .framesBegan(let began) = self { began } else { nil }
    }
}
