import CV4L2
import FocusCore

/// How pixels lie in memory: a V4L2 pixel format.
struct PixelFormat: RawRepresentable, Hashable, Sendable {
    /// Four characters, the first in the lowest byte.
    var rawValue: UInt32

    static let yuyv = PixelFormat(rawValue: tapfocus_pixels_yuyv)
    static let uyvy = PixelFormat(rawValue: tapfocus_pixels_uyvy)
    static let nv12 = PixelFormat(rawValue: tapfocus_pixels_nv12)
    static let yuv420 = PixelFormat(rawValue: tapfocus_pixels_yuv420)
    static let grey = PixelFormat(rawValue: tapfocus_pixels_grey)
    static let mjpeg = PixelFormat(rawValue: tapfocus_pixels_mjpeg)
    static let jpeg = PixelFormat(rawValue: tapfocus_pixels_jpeg)

    /// Those whose luma is read where the camera has put it, the best first: luma that lies together is read fastest. Grey is
    /// last, because some cameras have it for their infrared sensor.
    static let direct: [PixelFormat] = [.nv12, .yuv420, .yuyv, .uyvy, .grey]

    /// Those that are left alone, though devices offer them. libv4lconvert knows nothing of coded videos and depth; of others
    /// `ConverterHandle.knows` tells.
    ///
    /// In the last line are those that it knows, but not without harm: HM12 (of TV cards) it takes to be 720 pixels wide, of
    /// each broken CPIA frame it tells standard error, and for O511 and O518 (webcams of about 2000) it starts a program.
    static let undecodable: Set<PixelFormat> = [
        "H264", "AVC1", "M264", "HEVC", "VP80", "VP90", "MPG1", "MPG2", "MPG4", "XVID", "Z16 ", "FWHT",
        "HM12", "CPIA", "O511", "O518",
    ]

    /// The place among `direct`; nil where it has to be converted.
    var directRank: Int? { Self.direct.firstIndex(of: self) }

    /// From one pixel's luma to the next, in bytes.
    var step: Int { self == .yuyv || self == .uyvy ? 2 : 1 }

    /// Where the first pixel's luma is, in bytes.
    var first: Int { self == .uyvy ? 1 : 0 }

    /// How many bits one pixel takes on average, for those that are read directly.
    var bitsPerPixel: Int {
        switch self {
        case .yuyv, .uyvy: 16
        case .nv12, .yuv420: 12
        default: 8
        }
    }
}

extension PixelFormat: ExpressibleByStringLiteral, CustomStringConvertible {
    /// From its four characters.
    init(stringLiteral code: StaticString) {
        var value: UInt32 = 0
        code.withUTF8Buffer { for byte in $0.prefix(4).reversed() { value = value << 8 | UInt32(byte) } }
        rawValue = value
    }

    /// Its four characters.
    var description: String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8)) }, as: UTF8.self)
    }
}

/// How the frames of a stream lie in their buffers.
struct FrameLayout: Equatable, Sendable {
    var format: PixelFormat
    /// In pixels.
    var width: Int
    /// In pixels.
    var height: Int
    var bytesPerRow: Int
    /// Whether black is 16 and white 235.
    var isLimitedRange: Bool

    /// From the driver's answer. Nil: nothing that can be read.
    /// - Parameter source: what the camera itself sends, where that is converted.
    init?(_ pixels: v4l2_pix_format, convertedFrom source: PixelFormat?) {
        format = PixelFormat(rawValue: pixels.pixelformat)
        guard format.directRank != nil, pixels.width > 0, pixels.height > 0, pixels.width <= 1 << 15,
            pixels.height <= 1 << 15, pixels.bytesperline <= 1 << 17
        else { return nil }
        width = Int(pixels.width)
        height = Int(pixels.height)
        // Some drivers leave it out; there are others that count the bytes of all planes.
        bytesPerRow = max(Int(pixels.bytesperline), width * format.step)
        if format == .yuv420 || format == .nv12, bytesPerRow == width * 3 / 2 { bytesPerRow = width }
        isLimitedRange = Self.isLimitedRange(pixels, format, source)
    }

    /// JPEG's luma uses all values, and keeps them in conversion; what libv4lconvert makes of RGB and Bayer patterns is as in
    /// video. Grey is what the sensor gives.
    private static func isLimitedRange(
        _ pixels: v4l2_pix_format, _ format: PixelFormat, _ source: PixelFormat?
    ) -> Bool {
        if let source { return source != .mjpeg && source != .jpeg }
        switch pixels.quantization {
        case tapfocus_quantization_full: return false
        case tapfocus_quantization_limited: return true
        default: return format != .grey && pixels.colorspace != tapfocus_colorspace_jpeg
        }
    }

    /// How many bytes a whole frame has, at least.
    var leastBytes: Int { width * height * format.bitsPerPixel / 8 }

    /// The luma in a buffer; nil if there is less in it than a whole frame.
    func plane(of bytes: UnsafeRawBufferPointer) -> LumaPlane? {
        guard bytes.count >= leastBytes else { return nil }
        return LumaPlane(
            bytes: bytes, width: width, height: height, bytesPerRow: bytesPerRow, step: format.step,
            first: format.first, isLimitedRange: isLimitedRange)
    }
}
