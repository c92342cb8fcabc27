import CV4L2
import Glibc
import LinuxDevices

/// A camera's node that only this process sees: a pipe in its place, from whose other end nothing comes.
final class PlayedNode: Sendable {
    private let path: String
    /// The end that is opened for the node, and the other one.
    private let ends: (node: Int32, other: Int32)
    private let inode: UInt64

    init(_ path: String) {
        self.path = path
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.ends = (ends[0], ends[1])
        inode = Self.inode(of: ends[0])
    }

    deinit {
        close(ends.node)
        close(ends.other)
    }

    /// The answer to a system call; nil if it does not concern this node: other devices are the machine's.
    /// - Parameter control: answers an ioctl, by its errno.
    func answer(_ call: SystemCall, control: (UInt, UnsafeMutableRawPointer) -> Int32) -> SystemCallAnswer? {
        switch call {
        case .open(path, _):
            return .returned(Int(fcntl(ends.node, F_DUPFD_CLOEXEC, 0)))
        case .ioctl(let descriptor, let request, let argument) where Self.inode(of: descriptor) == inode:
            let errno = control(request, argument)
            return errno == 0 ? .returned(0) : .failed(errno: errno)
        default:
            return nil
        }
    }

    private static func inode(of descriptor: Int32) -> UInt64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    /// Answers VIDIOC_QUERYCAP as a camera does.
    static func describe(_ capability: UnsafeMutablePointer<v4l2_capability>, name: String, driver: String) {
        withUnsafeMutableBytes(of: &capability.pointee.card) { $0.copyBytes(from: name.utf8) }
        withUnsafeMutableBytes(of: &capability.pointee.driver) { $0.copyBytes(from: driver.utf8) }
        let capabilities = tapfocus_cap_video_capture | tapfocus_cap_streaming
        capability.pointee.capabilities = capabilities | tapfocus_cap_device_caps
        capability.pointee.device_caps = capabilities
    }
}
