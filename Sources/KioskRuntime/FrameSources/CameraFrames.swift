import FocusCore
import LinuxDevices

/// The stream of the camera that is in the slot. Its worker streams between two calls.
final class CameraFrames: FrameSource {
    private let slot: CameraSlot
    var handler: (FrameEvent) -> Void {
        get { slot.frameHandler }
        set { slot.frameHandler = newValue }
    }

    init(_ slot: CameraSlot) {
        self.slot = slot
    }

    func request(_ request: FrameRequest, id: UInt32) { slot.submit(.requestFrames(id: id, request)) }

    func release(_ id: UInt32) { slot.submit(.releaseFrames(id: id)) }
}
