import CTapFocus
import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import FrameClient

/// `tapfocus_measure` against FocusCore, and against programs that describe their images wrongly.
struct MeasureTests {
    @Test("Every number is FocusCore's, bit for bit, for random images and regions in every layout")
    func isBitIdentical() throws {
        var sharp = 0
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let image = ExactImage(random: &random)
            let focus = tapfocus_rectangle(random: &random)
            let exposure = random.chance(0.5) ? focus : tapfocus_rectangle(random: &random)
            let grid = random.chance(0.5)
            let found = measure(image, focus, exposure, grid: grid)
            let request = FrameRequest(focus: focus.normalized, exposure: exposure.normalized, includesGrid: grid)
            let expected = try #require(image.measured(request))
            #expect(found.status == TAPFOCUS_OK, "seed \(seed)")
            #expect(found.measurement.isEqual(expected), "seed \(seed)")
            if expected.sharpness > 0 { sharp += 1 }
        }
        #expect(sharp > 250, "others would prove little")
    }

    @Test("A stride of 0 means rows without gaps", arguments: ExactImage.formats)
    func strideOfZero(format: tapfocus_format) throws {
        var random = SplitMix64(seed: 3)
        let image = ExactImage(width: 40, height: 20, format: format, random: &random)
        let found = measure(image, grid: true) { $0.stride = 0 }
        #expect(found.status == TAPFOCUS_OK)
        #expect(found.measurement.sharpness.0 == measure(image, grid: true).measurement.sharpness.0)
        #expect(found.measurement.cells == measure(image, grid: true).measurement.cells)
    }

    @Test("Of planar formats only the first plane has to be there", arguments: [TAPFOCUS_YUV420, TAPFOCUS_NV12])
    func firstPlaneOnly(format: tapfocus_format) {
        var random = SplitMix64(seed: 4)
        let image = ExactImage(width: 64, height: 48, format: format, random: &random)
        #expect(image.memory.count == 64 * 48)
        #expect(measure(image).status == TAPFOCUS_OK)
    }

    @Test("A null pointer is an error, wherever it is")
    func nullPointers() {
        var random = SplitMix64(seed: 5)
        let image = ExactImage(width: 8, height: 8, random: &random)
        var described = image.described
        var whole = tapfocus_rectangle.whole
        var measurement = tapfocus_measurement()
        #expect(tapfocus_measure(nil, &whole, &whole, 0, &measurement) == TAPFOCUS_NULL_POINTER)
        #expect(tapfocus_measure(&described, nil, &whole, 0, &measurement) == TAPFOCUS_NULL_POINTER)
        #expect(tapfocus_measure(&described, &whole, nil, 0, &measurement) == TAPFOCUS_NULL_POINTER)
        #expect(tapfocus_measure(&described, &whole, &whole, 0, nil) == TAPFOCUS_NULL_POINTER)
        described.data = nil
        #expect(tapfocus_measure(&described, &whole, &whole, 0, &measurement) == TAPFOCUS_NULL_POINTER)
    }

    static let wrongImages: [(String, @Sendable (inout tapfocus_image) -> Void)] = [
        ("no column", { $0.width = 0 }), ("no row", { $0.height = 0 }), ("a width below 0", { $0.width = -1 }),
        ("a height below 0", { $0.height = .min }), ("the widest width", { $0.width = .max }),
        ("the highest height", { $0.height = .max }), ("a row too much", { $0.height += 1 }),
        ("a stride below the width", { $0.stride = $0.width - 1 }), ("a stride below 0", { $0.stride = -64 }),
        ("the largest stride", { $0.stride = .max }), ("the least stride", { $0.stride = .min }),
        ("a byte too few", { $0.size -= 1 }), ("no bytes", { $0.size = 0 }),
        ("a size beyond all memory", { $0.size = -1 }),
        ("everything as large as can be", { ($0.width, $0.height, $0.stride) = (.max, .max, .max) }),
    ]

    @Test("An image that does not fit its memory is an error, and is not read", arguments: wrongImages.indices)
    func badImages(index: Int) {
        var random = SplitMix64(seed: 6)
        for format in ExactImage.formats {
            let image = ExactImage(width: 64, height: 48, format: format, random: &random)
            let found = measure(image) { described in
                // Whatever is read there is a trap.
                described.data = UnsafeRawPointer(bitPattern: 16)
                Self.wrongImages[index].1(&described)
            }
            #expect(found.status == TAPFOCUS_BAD_IMAGE, "\(Self.wrongImages[index].0)")
        }
    }

    @Test("A format that nobody knows is an error", arguments: [-1, 5, 0x5659_5559, Int32.min, Int32.max])
    func badFormats(format: Int32) {
        var random = SplitMix64(seed: 7)
        let image = ExactImage(width: 8, height: 8, random: &random)
        #expect(measure(image) { $0.format = format }.status == TAPFOCUS_BAD_FORMAT)
    }

    @Test("A region with a number that is none, or below 0 where it may not be, is an error")
    func badRegions() {
        var random = SplitMix64(seed: 8)
        let image = ExactImage(width: 8, height: 8, random: &random)
        for number in [Double.nan, .infinity, -.infinity, .signalingNaN] {
            for member in [\tapfocus_rectangle.x, \.y, \.width, \.height] {
                var region = tapfocus_rectangle.whole
                region[keyPath: member] = number
                #expect(measure(image, region).status == TAPFOCUS_BAD_VALUE)
                #expect(measure(image, .whole, region).status == TAPFOCUS_BAD_VALUE)
            }
        }
        for (width, height) in [(-1.0, 1.0), (1, -1)] {
            let region = tapfocus_rectangle(x: 0, y: 0, width: width, height: height)
            #expect(measure(image, region).status == TAPFOCUS_BAD_VALUE)
        }
    }

    @Test("A region outside the image is measured as its nearest pixel, however far away it is")
    func farRegions() {
        var random = SplitMix64(seed: 9)
        let image = ExactImage(width: 20, height: 10, random: &random)
        for number in [1e308, -1e308, 7, -7] {
            let region = tapfocus_rectangle(x: number, y: number, width: 1e308, height: 1)
            let found = measure(image, region)
            #expect(found.status == TAPFOCUS_OK)
            #expect(0...1 ~= found.measurement.mean)
        }
    }

    @Test("Nothing is written where there is an error")
    func errorsWriteNothing() {
        var random = SplitMix64(seed: 10)
        let image = ExactImage(width: 8, height: 8, random: &random)
        var described = image.described
        described.size -= 1
        var whole = tapfocus_rectangle.whole
        var measurement = tapfocus_measurement()
        measurement.mean = 42
        #expect(tapfocus_measure(&described, &whole, &whole, 1, &measurement) == TAPFOCUS_BAD_IMAGE)
        #expect(measurement.mean == 42)
    }

    @Test("Each status has a sentence of its own, and so has a number that is none")
    func explanations() {
        let sentences = (-10...1).map { String(cString: tapfocus_explain($0)) }
        #expect(Set(sentences).count == 11, "0 and 1 have one in common")
        #expect(sentences.allSatisfy { $0.count > 8 })
        #expect(String(cString: tapfocus_explain(.min)) == sentences[0])
    }

    /// FUZZ_SECONDS=60 makes it a minute, FUZZ_SEED=7 chooses other numbers; `Scripts/soak images` sets both.
    @Test("Random descriptions of random memory never read outside it, and never trap")
    func fuzz() {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 2
        let end = tapfocus_now() + Int64(seconds * 1e6)
        var random = SplitMix64(seed: environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 1)
        var counts: [Int32: Int] = [:]
        while tapfocus_now() < end {
            for _ in 0..<100 { counts[Self.fuzzOnce(&random), default: 0] += 1 }
        }
        #expect(counts[TAPFOCUS_OK.rawValue, default: 0] > 100, "\(counts)")
        #expect(counts[TAPFOCUS_BAD_IMAGE.rawValue, default: 0] > 100, "\(counts)")
        #expect(counts.keys.allSatisfy { -4...0 ~= $0 })
    }

    private static func fuzzOnce(_ random: inout SplitMix64) -> Int32 {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: random.integer(1...4000), alignment: 1)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: random.integer(0...255))
        let image = tapfocus_image(
            data: memory.baseAddress, size: memory.count, width: size(&random), height: size(&random),
            stride: random.chance(0.4) ? 0 : size(&random), format: random.integer(-1...5),
            limited_range: random.integer(-1...1))
        return measure(
            image, region(&random), region(&random), grid: random.chance(0.5)
        ).status
    }

    private static func size(_ random: inout SplitMix64) -> Int32 {
        random.chance(0.9) ? random.integer(1...90) : random.pick([0, -1, .max, .min, 65_536, 65_537, 1 << 20])
    }

    private static func region(_ random: inout SplitMix64) -> tapfocus_rectangle {
        var region = tapfocus_rectangle(random: &random)
        if random.chance(0.1) {
            region.x = random.pick([
                .nan, .infinity, 1e300, -1e300, .leastNonzeroMagnitude, -0.0, .greatestFiniteMagnitude,
            ])
        }
        if random.chance(0.1) {
            region.height = random.pick([.nan, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
        }
        return region
    }
}
