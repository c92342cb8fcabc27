import FocusCore

/// Something that a camera's worker is asked to do. Each order is answered by one event.
public enum CameraOrder: Equatable, Sendable {
    /// Answered by `answered`.
    case call(ControlCall)
    /// Answered by `framesBegan` or `framesUnavailable`.
    case requestFrames(id: UInt32, FrameRequest)
    /// Answered by `framesEnded`.
    case releaseFrames(id: UInt32)
}

extension V4L2Camera {
    /// Carries out an order, and waits for the camera's answer.
    func carryOut(_ order: CameraOrder) -> CameraEvent {
        switch order {
        case .call(let call):
            return .answered(call, perform(call))
        case .requestFrames(let id, let request):
            do throws(SystemError) {
                return .framesBegan(try startFrames(request, id: id))
            } catch {
                return .framesUnavailable(request: id, errno: error.code)
            }
        case .releaseFrames(let id):
            stopFrames()
            return .framesEnded(request: id)
        }
    }
}
