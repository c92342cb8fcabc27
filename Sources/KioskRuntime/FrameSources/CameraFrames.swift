import FocusCore
import LinuxDevices

/// The stream of the camera that is in the slot. The camera's thread takes frames while it has no call to make.
final class CameraFrames: FrameSource {
    private let slot: CameraSlot
    var handler: (FrameNews) -> Void = { _ in }

    init(_ slot: CameraSlot) {
        self.slot = slot
        slot.frameHandler = { [weak self] news in self?.handler(news) }
    }

    func request(_ request: FrameRequest, id: UInt32) { slot.submit(.requestFrames(id: id, request)) }

    func release(_ id: UInt32) { slot.submit(.releaseFrames(id: id)) }

    /// The stream has ended with the camera's worker.
    func cameraLeft() {}
}
