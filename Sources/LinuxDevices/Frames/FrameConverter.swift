import CV4L2
import FocusCore
import Glibc

/// Converts single frames of a stream to YUV420, in memory of its own: those that are going to be measured.
///
/// Each is copied first. Some of libv4lconvert's decoders write into the frame that they read (Bayer patterns of 10 bits), and
/// most read a whole frame also where a camera has sent less; and what is copied is small (JPEG, mostly).
final class FrameConverter {
    /// The smallest width and height that all decoders can bear.
    static let leastSize = 16
    /// By how many bytes decoders may miss a frame's end.
    static let margin = 4096
    /// More memory than any frame needs, in bytes.
    private static let most = 1 << 30

    /// How a frame lies when it is converted.
    let layout: FrameLayout
    private let handle: ConverterHandle
    private let source: v4l2_format
    private let destination: v4l2_format
    private let input: ZeroedMemory
    private let output: ZeroedMemory

    /// - Parameters:
    ///   - pixels: What the driver says that the camera sends.
    ///   - camera: Its descriptor, for what has to be known of the camera.
    /// - Throws: `SystemError`; EINVAL where that cannot be converted.
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
        // Four bytes are the most that a pixel takes. A row may be longer, and there may be two planes of such rows.
        let (width, height, row) = (layout.width, layout.height, Int(pixels.bytesperline))
        let size = max(Int(pixels.sizeimage), 4 * width * height, 2 * row * height) + Self.margin
        guard size <= Self.most else { throw SystemError(EINVAL) }
        handle = try ConverterHandle(camera)
        guard handle.knows(format) else { throw SystemError(EINVAL) }
        input = try ZeroedMemory(size)
        // More than YUV420 needs: HSV becomes RGB in there first.
        output = try ZeroedMemory(4 * width * height + Self.margin)
    }

    /// A frame's luma, which is there until the next frame is converted; nil for one that cannot be decoded.
    func plane(of frame: UnsafeRawBufferPointer) -> LumaPlane? {
        let count = min(frame.count, input.bytes.count)
        input.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: frame.prefix(count)))
        let made = try? handle.convert(source, input.bytes, count: count, to: destination, output.bytes)
        return layout.plane(of: UnsafeRawBufferPointer(rebasing: output.bytes.prefix(made ?? 0)))
    }
}

extension FrameLayout {
    /// Whether libv4lconvert stays within its memory: it takes colours for two by two pixels.
    fileprivate var canBeConverted: Bool {
        width % 2 == 0 && height % 2 == 0 && min(width, height) >= FrameConverter.leastSize
    }
}

extension PixelFormat {
    /// From one row to the next, in bytes, as libv4lconvert needs it: where it is too short, it reads before the frame.
    func bytesPerRow(_ pixels: v4l2_pix_format) -> UInt32 {
        switch self {
        // These decoders write rows of exactly the width, whatever the driver says, and what comes after them reads rows of this
        // length: with a longer one, beyond the buffer.
        case "NV16", "NV61", "S561", "S910", "M310", "905C", "P207": pixels.width
        case "RGB4", "BGR4", "XR24", "BX24", "AR24", "BA24", "HSV4": max(pixels.bytesperline, pixels.width * 4)
        case "RGB3", "BGR3", "HSV3": max(pixels.bytesperline, pixels.width * 3)
        case "RGBP", "YVYU": max(pixels.bytesperline, pixels.width * 2)
        default: max(pixels.bytesperline, pixels.width)
        }
    }
}
