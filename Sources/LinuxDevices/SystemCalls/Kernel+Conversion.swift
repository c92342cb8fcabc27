import CV4L2
import Glibc

/// The calls of libv4lconvert, which converts single frames.
extension Kernel {
    /// Begins to convert a camera's frames. The descriptor stays the caller's.
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

    /// Converts a frame. libv4lconvert uses what it is given as room for intermediate steps.
    ///
    /// - Parameters:
    ///   - input: Where the frame begins.
    ///   - count: How many bytes of it have come.
    /// - Returns: How many bytes there are in `output` now.
    /// - Throws: `SystemError`; EINVAL if it does not know the format, else what is wrong with the frame.
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
            // It does not always say what is wrong; and this is not to be tried again.
            if made < 0, Glibc.errno == 0 || Glibc.errno == EINTR { Glibc.errno = EIO }
            return Int(made)
        }
    }
}
