import CV4L2
import Glibc

/// libv4lconvert's converter for one camera, with its room for intermediate steps. It is freed with the last reference.
final class ConverterHandle {
    private let converter: OpaquePointer

    /// - Parameter camera: is asked for formats, name and a few controls, by calls that change nothing.
    init(_ camera: Int32) throws(SystemError) {
        let address = try Kernel.request(.converterCreate(fd: camera)) {
            Glibc.errno = 0
            if let converter = v4lconvert_create(camera) { return Int(bitPattern: converter) }
            if Glibc.errno == 0 { Glibc.errno = ENOMEM }
            return -1
        }
        guard let converter = OpaquePointer(bitPattern: address) else { throw SystemError(ENOMEM) }
        self.converter = converter
    }

    deinit {
        _ = try? Kernel.request(.converterDestroy(converter: converter)) {
            v4lconvert_destroy(converter)
            return 0
        }
    }

    /// True if frames of a format can be converted. It is tried with an empty frame, without asking the camera.
    /// libv4lconvert's own test (v4lconvert_try_format) says yes for a UVC camera whose formats it does not know, and
    /// names only the format that it likes best for others.
    func knows(_ format: PixelFormat) -> Bool {
        guard !PixelFormat.undecodable.contains(format) else { return false }
        var source = v4l2_pix_format()
        (source.width, source.height) = (UInt32(FrameConverter.leastSize), UInt32(FrameConverter.leastSize))
        source.pixelformat = format.rawValue
        source.bytesperline = source.width * 4
        // Decoders read a whole frame even where it is empty.
        let room = Int(source.bytesperline * source.height) + FrameConverter.margin
        guard let input = try? ZeroedMemory(room), let output = try? ZeroedMemory(room) else { return false }
        do throws(SystemError) {
            _ = try convert(
                Self.format(source), input.bytes, count: 0, to: Self.convertedFormat(source), output.bytes)
            return true
        } catch {
            return error.code != EINVAL
        }
    }

    /// Converts a frame. libv4lconvert may use the frame's memory for intermediate steps.
    /// - Parameters:
    ///   - input: the start of the frame.
    ///   - count: the frame's size in bytes.
    /// - Returns: the number of bytes written to `output`.
    /// - Throws: `SystemError`; EINVAL if the format is unknown, else the error in the frame.
    func convert(
        _ source: v4l2_format, _ input: UnsafeMutableRawBufferPointer, count: Int, to destination: v4l2_format,
        _ output: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        let frame = UnsafeRawBufferPointer(rebasing: input.prefix(count))
        var (source, destination) = (source, destination)
        return try Kernel.request(.convert(format: source.fmt.pix.pixelformat, frame: frame, output: output)) {
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

    static func format(_ pixels: v4l2_pix_format) -> v4l2_format {
        var format = v4l2_format()
        format.type = tapfocus_buffer_type_capture
        format.fmt.pix = pixels
        return format
    }

    /// The YUV420 format that a format is converted to: the same size, rows without gaps.
    static func convertedFormat(_ source: v4l2_pix_format) -> v4l2_format {
        var format = format(source)
        format.fmt.pix.pixelformat = PixelFormat.yuv420.rawValue
        v4lconvert_fixup_fmt(&format)
        return format
    }
}

/// Memory that is zero at first, and occupies no pages before it is used.
final class ZeroedMemory {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ count: Int) throws(SystemError) {
        guard let address = calloc(count, 1) else { throw SystemError(ENOMEM) }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
    }

    deinit { free(bytes.baseAddress) }
}
