import CV4L2
import FocusCore
import Testing

@testable import LinuxDevices

@Suite("Frames are taken in the smallest picture that resolves the regions")
struct FrameChoiceTests {
    private static func sizes(_ list: (Int, Int)...) -> OfferedSizes {
        .discrete(list.map { FrameSize(width: $0.0, height: $0.1) })
    }

    private static let wide = sizes((160, 90), (320, 180), (640, 360), (1280, 720), (1920, 1080), (640, 480))

    struct Row: Sendable, CustomTestStringConvertible {
        var claim: String
        var formats: [(PixelFormat, OfferedSizes)]
        var present = (1280, 720)
        /// The sides of the regions, as a share of the image's.
        var share = 1.0 / 6
        /// Frames a second, by format and width; 30 by default.
        var rates: [PixelFormat: [Int: UInt32]] = [:]
        var expected: String

        var testDescription: String { claim }
    }

    private static let table: [Row] = [
        Row(claim: "the smallest that resolves", formats: [(.yuyv, wide)], expected: "YUYV 640x360"),
        Row(claim: "a larger region, a smaller picture", formats: [(.yuyv, wide)], share: 0.5, expected: "YUYV 160x90"),
        Row(claim: "nothing resolves: the largest", formats: [(.yuyv, wide)], share: 0.01, expected: "YUYV 1920x1080"),
        Row(claim: "no region at all: the largest", formats: [(.yuyv, wide)], share: 0, expected: "YUYV 1920x1080"),
        Row(claim: "not a number: the largest", formats: [(.yuyv, wide)], share: .nan, expected: "YUYV 1920x1080"),
        Row(claim: "the present shape", formats: [(.yuyv, wide)], present: (800, 600), expected: "YUYV 640x480"),
        Row(
            claim: "almost that shape", formats: [(.yuyv, sizes((424, 240), (1280, 720)))],
            share: 0.2, expected: "YUYV 424x240"),
        Row(
            claim: "no size of that shape: the present one", formats: [(.yuyv, wide)], present: (1000, 1000),
            expected: "MJPG 1000x1000"),
        Row(
            claim: "direct before converted, though larger",
            formats: [(.mjpeg, wide), (.uyvy, sizes((1920, 1080)))], expected: "UYVY 1920x1080"),
        Row(
            claim: "converted where direct is too slow", formats: [(.mjpeg, wide), (.yuyv, wide)], share: 0.06,
            rates: [.yuyv: [1280: 9, 1920: 5, 640: 10, 320: 12, 160: 10]], expected: "MJPG 1280x720"),
        Row(
            claim: "slow where there is no choice", formats: [(.yuyv, wide)],
            rates: [.yuyv: [160: 5, 320: 5, 640: 5, 1280: 5, 1920: 5]], expected: "YUYV 640x360"),
        Row(
            claim: "fast and coarse before slow and fine", formats: [(.yuyv, wide)], share: 0.06,
            rates: [.yuyv: [1280: 9, 1920: 5]], expected: "YUYV 640x360"),
        Row(
            claim: "of two formats the faster", formats: [(.nv12, wide), (.yuyv, wide)], rates: [.nv12: [640: 20]],
            expected: "YUYV 640x360"),
        Row(
            claim: "of two formats alike that whose luma lies together",
            formats: [(.grey, wide), (.yuyv, wide), (.nv12, wide)],
            expected: "NV12 640x360"),
        Row(claim: "sizes unknown: the present one", formats: [(.grey, .unknown)], expected: "GREY 1280x720"),
        Row(
            claim: "steps: as small as resolves",
            formats: [(.yuyv, .stepwise(width: SteppedRange(48, 4096, 16)!, height: SteppedRange(32, 2160, 4)!))],
            expected: "YUYV 384x216"),
        Row(
            claim: "steps: the largest of that shape",
            formats: [(.yuyv, .stepwise(width: SteppedRange(48, 1600, 16)!, height: SteppedRange(32, 1200, 4)!))],
            share: 0.001, expected: "YUYV 1600x900"),
        Row(
            claim: "every size",
            formats: [(.yuyv, .stepwise(width: SteppedRange(1, 9999, 1)!, height: SteppedRange(1, 9999, 1)!))],
            expected: "YUYV 384x216"),
    ]

    @Test("By format, size and rate", arguments: table)
    func choice(row: Row) throws {
        let region = NormalizedRectangle(x: 0, y: 0, width: row.share, height: row.share)
        let choice = FrameChoice.best(
            of: row.formats.map { OfferedFormat(format: $0.0, sizes: $0.1) },
            present: FrameChoice(
                format: .mjpeg, size: FrameSize(width: row.present.0, height: row.present.1)),
            for: FrameRequest(focus: .whole, exposure: region), FrameSettings()
        ) { format, size in FrameInterval(1, row.rates[format]?[size.width] ?? 30) }
        let found = try #require(choice)
        #expect("\(found.format) \(found.size.width)x\(found.size.height)" == row.expected)
    }

    @Test("Nothing offered, nothing chosen")
    func nothing() {
        let present = FrameChoice(format: .yuyv, size: FrameSize(width: 640, height: 480))
        let request = FrameRequest(focus: .whole, exposure: .whole)
        #expect(FrameChoice.best(of: [], present: present, for: request, FrameSettings()) { _, _ in nil } == nil)
    }

    @Test("Thirty frames a second are enough, and more than those are better than too few")
    func rates() {
        func best(_ rates: [UInt32]) -> Double? {
            rates.compactMap { FrameInterval(1, $0) }.min { FormatCatalogue.better($0, $1, FrameSettings()) }?.rate
        }
        #expect(best([5, 10, 15, 30, 60, 90]) == 30)
        #expect(best([120, 60, 90]) == 60)
        #expect(best([5, 7]) == 7)
    }

    @Test("Luma's place follows from the format, and a buffer that is too small has none")
    func layouts() throws {
        for (format, bytes, step, first) in [
            (PixelFormat.yuyv, 640 * 480 * 2, 2, 0), (.uyvy, 640 * 480 * 2, 2, 1), (.nv12, 640 * 480 * 3 / 2, 1, 0),
            (.yuv420, 640 * 480 * 3 / 2, 1, 0), (.grey, 640 * 480, 1, 0),
        ] {
            var pixels = v4l2_pix_format()
            (pixels.width, pixels.height, pixels.pixelformat) = (640, 480, format.rawValue)
            let layout = try #require(FrameLayout(pixels, convertedFrom: nil))
            #expect(layout.leastBytes == bytes)
            #expect(layout.isLimitedRange == (format != .grey))
            let memory = [UInt8](repeating: 0, count: bytes)
            memory.withUnsafeBytes { whole in
                let plane = layout.plane(of: whole)
                #expect(plane?.step == step && plane?.first == first && plane?.bytesPerRow == 640 * step)
                #expect(layout.plane(of: UnsafeRawBufferPointer(rebasing: whole.dropLast())) == nil)
            }
        }
    }

    @Test("JPEG's black is 0, that of everything else that is converted 16")
    func ranges() {
        var pixels = v4l2_pix_format()
        (pixels.width, pixels.height, pixels.pixelformat) = (640, 480, PixelFormat.yuv420.rawValue)
        #expect(FrameLayout(pixels, convertedFrom: .mjpeg)?.isLimitedRange == false)
        #expect(FrameLayout(pixels, convertedFrom: "RGB3")?.isLimitedRange == true)
        pixels.quantization = 1
        #expect(FrameLayout(pixels, convertedFrom: nil)?.isLimitedRange == false)
    }
}
