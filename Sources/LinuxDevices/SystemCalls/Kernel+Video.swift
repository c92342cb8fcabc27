import CV4L2
import Glibc

/// The calls of libv4l2, which streams the camera's frames.
extension Kernel {
    /// Hands a descriptor to libv4l2. If that fails, the descriptor stays the caller's.
    static func openVideo(_ fd: Int32) throws(SystemError) {
        VideoNoise.keepOut()
        try request(.videoOpen(fd: fd)) { Int(v4l2_fd_open(fd, Int32(V4L2_DISABLE_CONVERSION))) }
    }

    /// The real close is always made, even if an interposer answers. libv4l2 also closes descriptors that it does not
    /// know.
    static func closeVideo(_ fd: Int32) {
        _ = Interposition.current?.answer(.videoClose(fd: fd))
        _ = v4l2_close(fd)
    }

    /// Makes an ioctl through libv4l2 on a structure that lives in Swift.
    static func videoRequest<Argument>(
        _ fd: Int32, _ number: UInt, _ argument: inout Argument
    ) throws(SystemError) {
        try withUnsafeMutablePointer(to: &argument) { (pointer) throws(SystemError) in
            let address = UnsafeMutableRawPointer(pointer)
            try request(.videoRequest(fd: fd, request: number, argument: address)) {
                Int(tapfocus_v4l2_ioctl(fd, number, address))
            }
        }
    }

    /// Maps a buffer, read-only.
    static func mapVideo(_ fd: Int32, length: Int, offset: Int64) throws(SystemError) -> UnsafeMutableRawPointer {
        let address = try request(.videoMap(fd: fd, length: length, offset: offset)) {
            // The failure, MAP_FAILED, is the address -1.
            Int(bitPattern: v4l2_mmap(nil, length, PROT_READ, MAP_SHARED, fd, offset))
        }
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { throw SystemError(ENOMEM) }
        return pointer
    }

    /// A failure needs no action: the address was mapped, or it was not.
    static func unmapVideo(_ address: UnsafeMutableRawPointer, length: Int) {
        _ = try? request(.videoUnmap(address: address, length: length)) { Int(v4l2_munmap(address, length)) }
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
