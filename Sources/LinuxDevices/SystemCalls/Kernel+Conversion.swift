import CV4L2
import Glibc

/// The calls of libv4lconvert, which converts single frames.
extension Kernel {
    /// Creates a converter for a camera's frames. The descriptor stays the caller's.
    static func createConverter(_ fd: Int32) throws(SystemError) -> OpaquePointer {
        let address = try request(.converterCreate(fd: fd)) {
            Glibc.errno = 0
            if let converter = v4lconvert_create(fd) { return Int(bitPattern: converter) }
            if Glibc.errno == 0 { Glibc.errno = ENOMEM }
            return -1
        }
        guard let converter = OpaquePointer(bitPattern: address) else { throw SystemError(ENOMEM) }
        return converter
    }

    static func destroyConverter(_ converter: OpaquePointer) {
        _ = try? request(.converterDestroy(converter: converter)) {
            v4lconvert_destroy(converter)
            return 0
        }
    }

    /// Converts a frame. libv4lconvert may use the frame's memory for intermediate steps.
    /// - Parameters:
    ///   - input: the start of the frame.
    ///   - count: the frame's size in bytes.
    /// - Returns: the number of bytes written to `output`.
    /// - Throws: `SystemError`; EINVAL if the format is unknown, else the error in the frame.
    static func convert(
        _ converter: OpaquePointer, from source: v4l2_format, _ input: UnsafeMutableRawBufferPointer, count: Int,
        to destination: v4l2_format, _ output: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        let frame = UnsafeRawBufferPointer(rebasing: input.prefix(count))
        var (source, destination) = (source, destination)
        return try request(.convert(format: source.fmt.pix.pixelformat, frame: frame, output: output)) {
            Glibc.errno = 0
            let made = v4lconvert_convert(
                converter, &source, &destination, input.baseAddress?.assumingMemoryBound(to: UInt8.self),
                Int32(clamping: count), output.baseAddress?.assumingMemoryBound(to: UInt8.self),
                Int32(clamping: destination.fmt.pix.sizeimage))
            // The library does not always set errno, and an EINTR from it must not repeat the call.
            if made < 0, Glibc.errno == 0 || Glibc.errno == EINTR { Glibc.errno = EIO }
            return Int(made)
        }
    }
}
