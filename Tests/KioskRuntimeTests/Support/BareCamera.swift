import Glibc
import LinuxDevices

/// A camera, /dev/lab-camera, that reports its name and nothing else.
final class BareCamera: SystemCallInterposer {
    /// VIDIOC_QUERYCAP, and the offsets of its fields in struct v4l2_capability.
    private static let queryCapability: UInt = 0x8068_5600
    private static let fields: [(offset: Int, text: String)] = [(0, "labdriver"), (16, "Lab Camera"), (48, "bus-1")]
    /// V4L2_CAP_DEVICE_CAPS, V4L2_CAP_STREAMING and V4L2_CAP_VIDEO_CAPTURE.
    private static let capabilities: UInt32 = 0x8400_0001

    private let ends: [Int32] = {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        return ends
    }()

    deinit {
        for end in ends { close(end) }
    }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .open("/dev/lab-camera", _):
            // A descriptor that epoll can watch; whoever opens it closes it.
            return .returned(Int(dup(ends[0])))
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
