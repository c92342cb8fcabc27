import Glibc
import LinuxDevices

/// A camera, /dev/lab-camera, that reports its name and nothing else.
final class BareCamera: SystemCallInterposer {
    /// VIDIOC_QUERYCAP, and the offsets of its fields in struct v4l2_capability.
    private static let queryCapability: UInt = 0x8068_5600
    private static let fields: [(offset: Int, text: String)] = [(0, "labdriver"), (16, "Lab Camera"), (48, "bus-1")]
    /// V4L2_CAP_DEVICE_CAPS, V4L2_CAP_STREAMING and V4L2_CAP_VIDEO_CAPTURE.
    private static let capabilities: UInt32 = 0x8400_0001

    private struct State {
        /// The write end of the pipe; nil: the camera is unplugged.
        var end: Int32?
        var opened: [Int32] = []
        var isInEventLoop = false
    }

    /// The read end of a pipe: it hangs up when the write end is closed, like a camera that is unplugged.
    private let node: Int32
    private let state: Locked<State>

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        node = ends[0]
        state = Locked(State(end: ends[1]))
    }

    deinit {
        close(node)
        unplug()
    }

    func unplug() {
        state.withLock { state in
            if let end = state.end { close(end) }
            state.end = nil
        }
    }

    /// True if an event loop has watched the camera's descriptor.
    var isInEventLoop: Bool { state.withLock { $0.isInEventLoop } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .open("/dev/lab-camera", _):
            // Whoever opens it closes it.
            let descriptor = dup(node)
            state.withLock { $0.opened.append(descriptor) }
            return .returned(Int(descriptor))
        case .epollControl(_, let descriptor):
            state.withLock { if $0.opened.contains(descriptor) { $0.isInEventLoop = true } }
            return nil
        case .ioctl(_, Self.queryCapability, let argument):
            for (offset, text) in Self.fields {
                for (index, byte) in text.utf8.enumerated() {
                    argument.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
                }
            }
            for offset in [84, 88] { argument.storeBytes(of: Self.capabilities, toByteOffset: offset, as: UInt32.self) }
            return .returned(0)
        case .ioctl:
            return .failed(errno: ENOTTY)
        default:
            return nil
        }
    }
}
