import CV4L2
import Glibc

/// A camera's node, opened once more and in libv4l2's care: streaming and what others have set are each descriptor's own
/// business. It closes itself.
final class VideoHandle {
    let fd: Int32

    /// - Parameter camera: the descriptor that the node was opened by before. Another device may have got its path since.
    init(path: String, sameAs camera: Int32) throws(SystemError) {
        let descriptor = try Kernel.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard let node = DeviceNode(descriptor: descriptor.rawValue), node == DeviceNode(descriptor: camera) else {
            throw SystemError(ENODEV)
        }
        try Kernel.openVideo(descriptor.rawValue)
        fd = descriptor.release()
    }

    deinit {
        Kernel.closeVideo(fd)
    }

    /// Through libv4l2.
    func request<Argument>(_ number: UInt, _ argument: inout Argument) throws(SystemError) {
        try Kernel.videoRequest(fd, number, &argument)
    }

    /// Past libv4l2, to the driver.
    func driverRequest<Argument>(_ number: UInt, _ argument: inout Argument) throws(SystemError) {
        try Kernel.ioctl(fd, number, &argument)
    }
}
