import CV4L2
import Glibc

/// A camera's node, opened a second time for libv4l2: each descriptor has its own stream and its own right to set the
/// format. It closes itself.
final class VideoHandle {
    let fd: Int32

    /// - Parameter camera: the descriptor of the camera itself. Another device may have got its path since it was
    ///   opened.
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

    /// Directly to the driver, past libv4l2.
    func driverRequest<Argument>(_ number: UInt, _ argument: inout Argument) throws(SystemError) {
        try Kernel.ioctl(fd, number, &argument)
    }
}
