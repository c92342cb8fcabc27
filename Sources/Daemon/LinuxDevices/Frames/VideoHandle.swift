import CV4L2
import Glibc

/// A camera's node, opened again for libv4l2: each descriptor has its own stream and right to set the format.
final class VideoHandle {
    let fd: Int32

    /// - Parameter camera: the camera's descriptor. Another device may have got its path since it was opened.
    init(path: String, sameAs camera: Int32) throws(SystemError) {
        let descriptor = try Kernel.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard let node = DeviceNode(descriptor: descriptor.rawValue), node == DeviceNode(descriptor: camera) else {
            throw SystemError(ENODEV)
        }
        VideoNoise.keepOut()
        // If libv4l2 does not take the descriptor, it is ours to close.
        let number = descriptor.rawValue
        try Kernel.request(.videoOpen(fd: number)) { Int(v4l2_fd_open(number, Int32(V4L2_DISABLE_CONVERSION))) }
        fd = descriptor.release()
    }

    deinit {
        // Always made, even if an interposer answers. libv4l2 also closes descriptors that it does not know.
        _ = Interposition.current?.answer(.videoClose(fd: fd))
        _ = v4l2_close(fd)
    }

    /// Through libv4l2.
    func request<Argument>(_ number: UInt, _ argument: inout Argument) throws(SystemError) {
        try withUnsafeMutablePointer(to: &argument) { (pointer) throws(SystemError) in
            let address = UnsafeMutableRawPointer(pointer)
            try Kernel.request(.videoRequest(fd: fd, request: number, argument: address)) {
                Int(tapfocus_v4l2_ioctl(fd, number, address))
            }
        }
    }

    /// Directly to the driver, past libv4l2.
    func driverRequest<Argument>(_ number: UInt, _ argument: inout Argument) throws(SystemError) {
        try Kernel.ioctl(fd, number, &argument)
    }

    func map(length: Int, offset: Int64) throws(SystemError) -> UnsafeMutableRawPointer {
        let address = try Kernel.request(.videoMap(fd: fd, length: length, offset: offset)) {
            // The failure, MAP_FAILED, is the address -1.
            Int(bitPattern: v4l2_mmap(nil, length, PROT_READ, MAP_SHARED, fd, offset))
        }
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { throw SystemError(ENOMEM) }
        return pointer
    }

    /// A failure needs no action: the address was mapped, or it was not.
    func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
        _ = try? Kernel.request(.videoUnmap(address: address, length: length)) { Int(v4l2_munmap(address, length)) }
    }
}

/// Keeps libv4l2 from reporting failed calls on standard error, which a bad cable causes often, for years. What matters comes back as
/// an errno. LIBV4L2_LOG_FILENAME names a file for its messages.
private enum VideoNoise {
    static func keepOut() { _ = done }

    private static let done: Void = {
        guard getenv("LIBV4L2_LOG_FILENAME") == nil, let nowhere = fopen("/dev/null", "we") else { return }
        tapfocus_v4l2_log_to(nowhere)
    }()
}
