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
