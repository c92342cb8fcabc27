import CV4L2
import Glibc
import SimulatedDevices
import Testing

@testable import LinuxDevices

@Suite("The real libv4lconvert converts frames, and no content of a frame does harm")
struct FrameConverterTests {
    private func with(
        _ format: PixelFormat, _ width: UInt32 = 64, _ height: UInt32 = 48, bytesPerRow: UInt32 = 0,
        _ body: (FrameConverter) throws -> Void
    ) throws {
        try Interposition.with(NoCamera()) {
            var pixels = v4l2_pix_format()
            (pixels.width, pixels.height, pixels.bytesperline) = (width, height, bytesPerRow)
            pixels.pixelformat = format.rawValue
            try body(try FrameConverter(pixels, of: -1))
        }
    }

    /// The luma of a row in the frame's middle.
    private func row(_ converter: FrameConverter, _ frame: [UInt8]) -> [UInt8]? {
        frame.withUnsafeBytes { bytes in
            guard let plane = converter.plane(of: bytes) else { return nil }
            let start = plane.height / 2 * plane.bytesPerRow
            return Array(plane.bytes[start..<start + plane.width])
        }
    }

    @Test("RGB becomes luma as in video, even if the driver reports no length of a row", arguments: [192, 0])
    func colours(bytesPerRow: UInt32) throws {
        try with("RGB3", bytesPerRow: bytesPerRow) { converter in
            #expect(converter.layout.format == .yuv420 && converter.layout.isLimitedRange)
            let line = (0..<64).flatMap { [UInt8](repeating: $0 < 32 ? 0 : 255, count: 3) }
            let luma = try #require(row(converter, Array(repeating: line, count: 48).flatMap { $0 }))
            #expect(luma.prefix(32).allSatisfy { (15...17).contains($0) })
            #expect(luma.suffix(32).allSatisfy { (234...236).contains($0) })
        }
    }

    @Test("A JPEG without tables is decoded, with black at 0; after broken ones, too")
    func jpeg() throws {
        try with(.mjpeg, 16, 16) { converter in
            #expect(!converter.layout.isLimitedRange)
            for _ in 0..<3 {
                // 128, plus 50 in the first of the four blocks.
                #expect(row(converter, Self.jpeg) == Array(repeating: 178, count: 16))
                #expect(row(converter, []) == nil)
                #expect(row(converter, [0xFF]) == nil)
                #expect(row(converter, Array(repeating: 0x55, count: 5000)) == nil)
                #expect(row(converter, Array(Self.jpeg.dropFirst(2))) == nil)
            }
        }
    }

    @Test("A JPEG with another size than the stream's is not decoded")
    func otherSize() throws {
        try with(.mjpeg, 32, 16) { converter in #expect(row(converter, Self.jpeg) == nil) }
    }

    @Test("The camera's frame stays unchanged, even if libv4lconvert uses its input as room for intermediate steps")
    func unchanged() throws {
        try with("pBAA") { converter in
            let frame = (0..<64 * 48 * 10 / 8).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let copy = frame.map { $0 }
            let luma = row(converter, frame)
            #expect(luma != nil && row(converter, frame) == luma)
            #expect(frame == copy)
        }
    }

    @Test("A frame that is too short is not decoded, and the next one is")
    func short() throws {
        try with("RGB3") { converter in
            let frame = [UInt8](repeating: 128, count: 64 * 48 * 3)
            #expect(row(converter, Array(frame.dropLast())) == nil)
            #expect(row(converter, []) == nil)
            #expect(row(converter, frame) != nil)
        }
    }

    @Test("A format or a size that cannot be converted is refused")
    func refused() throws {
        for format: PixelFormat in ["ABCD", "H264", "NV21", "HM12", "CPIA"] {
            #expect(throws: SystemError(EINVAL)) { try with(format) { _ in } }
        }
        for (width, height): (UInt32, UInt32) in [(0, 0), (63, 48), (64, 47), (8, 8), (.max, 48), (32768, 32768)] {
            #expect(throws: SystemError(EINVAL)) { try with("RGB3", width, height) { _ in } }
        }
        #expect(throws: SystemError(EINVAL)) { try with("RGB3", bytesPerRow: .max) { _ in } }
    }

    @Test(
        "A format that is decoded to rows of exactly the width is read as such rows, whatever the driver reports",
        arguments: ["NV16", "NV61", "S561", "S910", "M310", "905C", "P207"] as [PixelFormat])
    func rowsWithoutGaps(format: PixelFormat) {
        #expect(Self.rowLengths(format) == [64, 64, 64, 64, 64])
    }

    @Test(
        "Other rows are as long as the driver reports, and no shorter than their pixels",
        arguments: [
            ("BA81", [64, 64, 80, 256, 500]), ("Y16 ", [64, 64, 80, 256, 500]), ("YVYU", [128, 128, 128, 256, 500]),
            ("RGBP", [128, 128, 128, 256, 500]), ("RGB3", [192, 192, 192, 256, 500]),
            ("HSV3", [192, 192, 192, 256, 500]), ("XR24", [256, 256, 256, 256, 500]),
            ("HSV4", [256, 256, 256, 256, 500]),
        ] as [(PixelFormat, [UInt32])])
    func rowsAsTold(format: PixelFormat, lengths: [UInt32]) {
        #expect(Self.rowLengths(format) == lengths)
    }

    /// The length of a row of 64 pixels, for several lengths that a driver may report.
    private static func rowLengths(_ format: PixelFormat) -> [UInt32] {
        [0, 1, 80, 256, 500].map { (told: UInt32) in
            var pixels = v4l2_pix_format()
            (pixels.width, pixels.height, pixels.bytesperline) = (64, 48, told)
            return format.bytesPerRow(pixels)
        }
    }

    @Test("Noise traps nothing, whatever the format and the length of a row", arguments: Self.formats)
    func noise(format: PixelFormat) throws {
        var random = SplitMix64(seed: UInt64(format.rawValue))
        for bytesPerRow: UInt32 in [0, 1, 80, 500] {
            try with(format, bytesPerRow: bytesPerRow) { converter in
                for _ in 0..<20 {
                    let count = Int.random(in: 0...64 * 48 * 4, using: &random)
                    let words = (0..<count / 8 + 1).map { _ in random.next() }
                    words.withUnsafeBytes {
                        _ = converter.plane(of: UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
                    }
                }
            }
        }
    }

    private static let formats: [PixelFormat] = [
        .mjpeg, .jpeg, "PJPG", "JPGL", "RGB3", "BGR3", "RGBP", "RGB4", "XR24", "HSV3", "HSV4", "YVYU", "NV16", "NV61",
        "M420", "YV12", "BA81", "pBAA", "BG10", "BYR2", "Y04 ", "Y06 ", "Y10B", "Y16 ", "S561", "S910", "P207", "M310",
        "JL20", "905C", "S401",
    ]

    /// 16 × 16 pixels. Like many cameras, it omits the tables, which are the standard's.
    private static let jpeg: [UInt8] = {
        let header: [UInt8] = [
            0xFF, 0xD8,
            // Three components, the first one with two by two blocks.
            0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
            0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0,
        ]
        // A difference of 6 bits with the value 50, then three of 0; each block ends at once. Then the empty colours.
        let bits = "1110" + "110010" + "1010" + String(repeating: "001010", count: 3) + "0000" + "0000"
        var data: [UInt8] = []
        for (place, bit) in bits.enumerated() {
            if place % 8 == 0 { data.append(0) }
            if bit == "1" { data[place / 8] |= 0x80 >> UInt8(place % 8) }
        }
        return header + data + [0xFF, 0xD9]
    }()
}

/// A converter needs a camera that reports its name; this one reports nothing. Everything else is real.
private final class NoCamera: SystemCallInterposer {
    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .converterCreate(let fd) = call else { return nil }
        return .returned(Int(bitPattern: v4lconvert_create_with_dev_ops(fd, nil, Self.operations)))
    }

    /// Never written after its creation.
    nonisolated(unsafe) private static let operations: UnsafePointer<libv4l_dev_ops> = {
        let operations = UnsafeMutablePointer<libv4l_dev_ops>.allocate(capacity: 1)
        operations.initialize(to: libv4l_dev_ops())
        operations.pointee.ioctl = { _, _, request, argument in
            guard request == tapfocus_vidioc_querycap, let argument else {
                errno = ENOTTY
                return -1
            }
            argument.initializeMemory(as: v4l2_capability.self, repeating: v4l2_capability(), count: 1)
            return 0
        }
        return UnsafePointer(operations)
    }()
}
