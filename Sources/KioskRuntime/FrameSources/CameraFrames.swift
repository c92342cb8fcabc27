import FocusCore
import LinuxDevices

/// The stream of the camera that is in the slot. The camera's thread takes frames while it has no call to make.
final class CameraFrames: FrameSource {
    private let slot: CameraSlot
    var handler: (FrameEvent) -> Void = { _ in }

    init(_ slot: CameraSlot) {
        self.slot = slot
        slot.frameHandler = { [weak self] event in
            if let event = FrameEvent(event) { self?.handler(event) }
        }
    }

    func request(_ request: FrameRequest, id: UInt32) { slot.submit(.requestFrames(id: id, request)) }

    func release(_ id: UInt32) { slot.submit(.releaseFrames(id: id)) }

    /// The stream has ended with the camera's worker.
    func cameraLeft() {}
}

extension FrameEvent {
    /// Nil for an event that is not about frames.
    fileprivate init?(_ event: CameraEvent) {
        switch event {
        case .framesBegan(let began): self = .began(began)
        case .framesUnavailable(let request, let errno): self = .unavailable(request: request, errno: errno)
        case .framesEnded(let request): self = .ended(request: request)
        case .framesLost(let request, let errno): self = .lost(request: request, errno: errno)
        case .frame(let statistics): self = .measured(statistics)
        case .answered, .controlsChanged, .left: return nil
        }
    }
}
