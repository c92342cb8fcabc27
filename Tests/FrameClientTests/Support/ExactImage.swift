import CTapFocus
import FocusCore
import SimulatedDevices

/// An image in memory of exactly the size that it needs, so that a sanitizer sees a read behind it.
final class ExactImage {
    let width: Int
    let height: Int
    /// Bytes from one row to the next.
    let stride: Int
    let format: tapfocus_format
    let isLimitedRange: Bool
    let memory: UnsafeMutableRawBufferPointer

    static let formats = [TAPFOCUS_GRAY, TAPFOCUS_YUV420, TAPFOCUS_NV12, TAPFOCUS_YUYV, TAPFOCUS_UYVY]

    init(
        width: Int, height: Int, padding: Int = 0, format: tapfocus_format = TAPFOCUS_GRAY,
        isLimitedRange: Bool = false, random: inout SplitMix64
    ) {
        self.width = width
        self.height = height
        self.format = format
        self.isLimitedRange = isLimitedRange
        let step = Self.step(format)
        stride = width * step + padding
        memory = .allocate(byteCount: stride * (height - 1) + width * step, alignment: 1)
        fill(&random)
    }

    /// Squares of two levels, and noise: with noise alone the sharpness would be 0.
    private func fill(_ random: inout SplitMix64) {
        let square = random.integer(2...9) * Self.step(format)
        let contrast = random.integer(0...200)
        let noise = random.integer(1...56)
        for index in memory.indices {
            let isLight = (index % stride / square + index / stride / square) % 2 == 0
            memory[index] = UInt8((isLight ? contrast : 0) + random.below(noise))
        }
    }

    /// Any layout and any small size.
    convenience init(random: inout SplitMix64) {
        self.init(
            width: random.integer(1...90), height: random.integer(1...24), padding: random.pick([0, 0, 1, 7, 64]),
            format: random.pick(Self.formats), isLimitedRange: random.chance(0.5), random: &random)
    }

    deinit {
        memory.deallocate()
    }

    static func step(_ format: tapfocus_format) -> Int { format == TAPFOCUS_YUYV || format == TAPFOCUS_UYVY ? 2 : 1 }

    /// As a C program describes it.
    var described: tapfocus_image {
        tapfocus_image(
            data: memory.baseAddress, size: memory.count, width: Int32(width), height: Int32(height),
            stride: Int32(stride), format: Int32(format.rawValue), limited_range: isLimitedRange ? 1 : 0)
    }

    /// As FocusCore knows it.
    var plane: LumaPlane? {
        LumaPlane(
            bytes: UnsafeRawBufferPointer(memory), width: width, height: height, bytesPerRow: stride,
            step: Self.step(format), first: format == TAPFOCUS_UYVY ? 1 : 0, isLimitedRange: isLimitedRange)
    }
}

extension tapfocus_rectangle {
    static var whole: Self { tapfocus_rectangle(x: 0, y: 0, width: 1, height: 1) }

    /// Any rectangle, also one that lies partly or wholly outside.
    init(random: inout SplitMix64) {
        self.init(
            x: random.number(-0.5...1.2), y: random.number(-0.5...1.2), width: random.pick([0, 0.1, 0.5, 1, 3]),
            height: random.number(0...1.5))
    }

    var normalized: NormalizedRectangle { NormalizedRectangle(x: x, y: y, width: width, height: height) }
}
