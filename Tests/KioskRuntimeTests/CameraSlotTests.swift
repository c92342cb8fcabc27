import FocusCore
import Glibc
import LinuxDevices
import Testing

@testable import KioskRuntime

/// A camera that tells its name and nothing more.
private final class BareCamera: SystemCallInterposer {
    /// VIDIOC_QUERYCAP, and the fields of its struct v4l2_capability as they lie in memory.
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
        close(ends[1])
    }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .open("/dev/lab-camera", _):
            // Something that epoll can watch: here end 0, which the slot closes.
            return .returned(Int(ends[0]))
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

@Suite struct CameraSlotTests {
    @Test("A camera arrives with what is known of it besides")
    func quirks() throws {
        let table = QuirkTable([
            QuirkEntry(match: .driver("labdriver"), because: "", file: "", unusable: [.gain], lensDelay: 3),
            QuirkEntry(match: .name("LAB CAMERA"), because: "", file: "", lensDelay: 4),
            QuirkEntry(match: .usb("1234:abcd"), because: "", file: "", lensDelay: 5),
        ])
        try Interposition.with(BareCamera()) {
            let slot = try CameraSlot(selection: .path("/dev/lab-camera"), quirks: table, loop: try EventLoop())
            let description = try #require(try slot.take(unless: { false }))
            #expect(description.quirks.lensDelay == 4 && description.quirks.unusable[0] == .gain)
            #expect(description.controls.isEmpty && slot.lensFinding == .none)
            slot.leave()
        }
    }

    @Test("A lens that was named and is not there is why there is no camera")
    func noLens() throws {
        try Interposition.with(BareCamera()) {
            let slot = try CameraSlot(
                selection: .path("/dev/lab-camera"), lens: .path("/dev/no-lens"), loop: try EventLoop())
            let error = #expect(throws: DeviceError.self) { try slot.take(unless: { false }) }
            #expect(
                error?.role == .lens && error?.description.hasPrefix("cannot open /dev/no-lens: no such file") == true)
        }
    }
}
