import CV4L2
import FocusCore

/// A V4L2 pixel format: the layout of pixels in memory.
struct PixelFormat: RawRepresentable, Hashable, Sendable {
    /// The fourcc: four characters, the first in the lowest byte.
    var rawValue: UInt32

    static let yuyv = PixelFormat(rawValue: tapfocus_pixels_yuyv)
    static let uyvy = PixelFormat(rawValue: tapfocus_pixels_uyvy)
    static let nv12 = PixelFormat(rawValue: tapfocus_pixels_nv12)
    static let yuv420 = PixelFormat(rawValue: tapfocus_pixels_yuv420)
    static let grey = PixelFormat(rawValue: tapfocus_pixels_grey)
    static let mjpeg = PixelFormat(rawValue: tapfocus_pixels_mjpeg)
    static let jpeg = PixelFormat(rawValue: tapfocus_pixels_jpeg)

    /// Their luma is read in place, the best first: contiguous luma is fastest; grey is last: some infrared sensors use it.
    static let direct: [PixelFormat] = [.nv12, .yuv420, .yuyv, .uyvy, .grey]

    /// The formats that are never used, though devices offer them. libv4lconvert does not know coded video and depth;
    /// `ConverterHandle.knows` tests the others.
    ///
    /// The last line has formats that it knows, but with harm: it assumes that HM12 (TV cards) is 720 pixels wide,
    /// reports each broken CPIA frame on standard error, and starts a program for O511 and O518 (webcams of about
    /// 2000).
    static let undecodable: Set<PixelFormat> = [
        "H264", "AVC1", "M264", "HEVC", "VP80", "VP90", "MPG1", "MPG2", "MPG4", "XVID", "Z16 ", "FWHT",
        "HM12", "CPIA", "O511", "O518",
    ]

    /// The place among `direct`; nil if the format has to be converted.
    var directRank: Int? { Self.direct.firstIndex(of: self) }

    /// In bytes, from one pixel's luma to the next.
    var step: Int { self == .yuyv || self == .uyvy ? 2 : 1 }

    /// The offset of the first pixel's luma, in bytes.
    var first: Int { self == .uyvy ? 1 : 0 }

    /// The average number of bits of a pixel, for the formats that are read directly.
    var bitsPerPixel: Int {
        switch self {
        case .yuyv, .uyvy: 16
        case .nv12, .yuv420: 12
        default: 8
        }
    }
}

extension PixelFormat: ExpressibleByStringLiteral, CustomStringConvertible {
    init(stringLiteral code: StaticString) {
        var value: UInt32 = 0
        code.withUTF8Buffer { for byte in $0.prefix(4).reversed() { value = value << 8 | UInt32(byte) } }
        rawValue = value
    }

    var description: String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8)) }, as: UTF8.self)
    }
}

struct FrameLayout: Equatable, Sendable {
    var format: PixelFormat
    /// In pixels, as the height.
    var width: Int
    var height: Int
    var bytesPerRow: Int
    /// True if black is 16 and white 235.
    var isLimitedRange: Bool

    /// From the driver's answer. Nil if such frames cannot be read.
    /// - Parameter source: the format that the camera itself sends, if it is converted.
    init?(_ pixels: v4l2_pix_format, convertedFrom source: PixelFormat?) {
        format = PixelFormat(rawValue: pixels.pixelformat)
        guard format.directRank != nil, pixels.width > 0, pixels.height > 0, pixels.width <= 1 << 15,
            pixels.height <= 1 << 15, pixels.bytesperline <= 1 << 17
        else { return nil }
        width = Int(pixels.width)
        height = Int(pixels.height)
        // Some drivers leave it out, and some report the bytes of all planes.
        bytesPerRow = max(Int(pixels.bytesperline), width * format.step)
        if format == .yuv420 || format == .nv12, bytesPerRow == width * 3 / 2 { bytesPerRow = width }
        isLimitedRange = Self.isLimitedRange(pixels, format, source)
    }

    /// JPEG's luma uses all values and keeps them in conversion; libv4lconvert converts RGB and Bayer patterns to the
    /// range of video. Grey is the sensor's own range.
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

    var leastBytes: Int { width * height * format.bitsPerPixel / 8 }

    /// The luma in a buffer; nil if the buffer holds less than a whole frame.
    func plane(of bytes: UnsafeRawBufferPointer) -> LumaPlane? {
        guard bytes.count >= leastBytes else { return nil }
        return LumaPlane(
            bytes: bytes, width: width, height: height, bytesPerRow: bytesPerRow, step: format.step,
            first: format.first, isLimitedRange: isLimitedRange)
    }
}
