import CV4L2
import Glibc
import LinuxDevices

/// The node of a played camera: it can be opened, nothing ever comes from it, and its driver is a function of this process.
final class PlayedNode: Sendable {
    let path: String
    /// The read end of a pipe, in the node's place.
    private let end: Int32
    private let other: Int32
    private let inode: UInt64

    /// A driver's answer to a request: an errno, or 0.
    typealias Driver = (_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32

    init(_ path: String) {
        self.path = path
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (end, other) = (ends[0], ends[1])
        inode = Self.inode(of: end)
    }

    deinit {
        close(end)
        close(other)
    }

    /// The answer to a system call; nil if it does not concern this node: other devices are the machine's.
    func answer(_ call: SystemCall, _ driver: Driver) -> SystemCallAnswer? {
        switch call {
        case .open(path, _):
            return .returned(Int(fcntl(end, F_DUPFD_CLOEXEC, 0)))
        case .ioctl(let descriptor, let request, let argument) where Self.inode(of: descriptor) == inode:
            let errno = driver(request, argument)
            return errno == 0 ? .returned(0) : .failed(errno: errno)
        default:
            return nil
        }
    }

    /// Describes a camera that streams.
    static func describe(_ argument: UnsafeMutableRawPointer, name: String) {
        let capability = argument.assumingMemoryBound(to: v4l2_capability.self)
        withUnsafeMutableBytes(of: &capability.pointee.card) { $0.copyBytes(from: name.utf8) }
        withUnsafeMutableBytes(of: &capability.pointee.driver) { $0.copyBytes(from: "simulated".utf8) }
        let capabilities = tapfocus_cap_video_capture | tapfocus_cap_streaming
        capability.pointee.capabilities = capabilities | tapfocus_cap_device_caps
        capability.pointee.device_caps = capabilities
    }

    private static func inode(of descriptor: Int32) -> UInt64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : 0
    }
}
