import CV4L2
import FocusCore
import Glibc

/// Converts single frames of a stream, those that are measured, to YUV420 in memory of its own.
///
/// Each frame is copied first. Some of libv4lconvert's decoders (Bayer patterns of 10 bits) write into the frame that
/// they read, and most read a whole frame even if the camera has sent less. The copied frames are small (JPEG, mostly).
final class FrameConverter {
    /// The smallest width and height, in pixels, that all decoders can handle.
    static let leastSize = 16
    /// In bytes; decoders may read or write this far beyond the end of a frame.
    static let margin = 4096
    /// In bytes; more than any frame needs.
    private static let sizeLimit = 1 << 30

    let layout: FrameLayout
    private let handle: ConverterHandle
    private let source: v4l2_format
    private let destination: v4l2_format
    private let input: ZeroedMemory
    private let output: ZeroedMemory

    /// - Parameters:
    ///   - pixels: the camera's format, as the driver reports it.
    ///   - camera: the camera's descriptor, for libv4lconvert's questions.
    /// - Throws: `SystemError`; EINVAL if the format cannot be converted.
    init(_ pixels: v4l2_pix_format, of camera: Int32) throws(SystemError) {
        let format = PixelFormat(rawValue: pixels.pixelformat)
        destination = ConverterHandle.convertedFormat(pixels)
        guard let layout = FrameLayout(destination.fmt.pix, convertedFrom: format), layout.canBeConverted else {
            throw SystemError(EINVAL)
        }
        self.layout = layout
        var pixels = pixels
        pixels.bytesperline = format.bytesPerRow(pixels)
        source = ConverterHandle.format(pixels)
        // A pixel takes at most four bytes. A row may be longer, and there may be two planes of such rows.
        let (width, height, row) = (layout.width, layout.height, Int(pixels.bytesperline))
        let size = max(Int(pixels.sizeimage), 4 * width * height, 2 * row * height) + Self.margin
        guard size <= Self.sizeLimit else { throw SystemError(EINVAL) }
        handle = try ConverterHandle(camera)
        guard handle.knows(format) else { throw SystemError(EINVAL) }
        input = try ZeroedMemory(size)
        // Larger than YUV420 needs, because HSV becomes RGB in this buffer first.
        output = try ZeroedMemory(4 * width * height + Self.margin)
    }

    /// A frame's luma, valid until the next frame is converted; nil for a frame that cannot be decoded.
    func plane(of frame: UnsafeRawBufferPointer) -> LumaPlane? {
        let count = min(frame.count, input.bytes.count)
        input.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: frame.prefix(count)))
        let made = try? handle.convert(source, input.bytes, count: count, to: destination, output.bytes)
        return layout.plane(of: UnsafeRawBufferPointer(rebasing: output.bytes.prefix(made ?? 0)))
    }
}

extension FrameLayout {
    /// True if libv4lconvert stays within its memory: it reads colours in blocks of two by two pixels.
    fileprivate var canBeConverted: Bool {
        width % 2 == 0 && height % 2 == 0 && min(width, height) >= FrameConverter.leastSize
    }
}

extension PixelFormat {
    /// The length of a row, in bytes, that libv4lconvert needs: with a shorter one it reads before the frame's start.
    func bytesPerRow(_ pixels: v4l2_pix_format) -> UInt32 {
        switch self {
        // These decoders write rows of exactly the width, whatever the driver says. The next conversion step reads rows
        // of the length given here: a longer one would reach beyond the buffer.
        case "NV16", "NV61", "S561", "S910", "M310", "905C", "P207": pixels.width
        case "RGB4", "BGR4", "XR24", "BX24", "AR24", "BA24", "HSV4": max(pixels.bytesperline, pixels.width * 4)
        case "RGB3", "BGR3", "HSV3": max(pixels.bytesperline, pixels.width * 3)
        case "RGBP", "YVYU": max(pixels.bytesperline, pixels.width * 2)
        default: max(pixels.bytesperline, pixels.width)
        }
    }
}

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
