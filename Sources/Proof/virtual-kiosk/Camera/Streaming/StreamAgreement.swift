/// The negotiated stream: the block of VS_PROBE_CONTROL and VS_COMMIT_CONTROL (UVC 1.5, 4.3.1.1).
struct StreamAgreement: Equatable {
    /// In UVC's units of 100 ns: 15 and 30 frames a second. The first one is the camera's default.
    static let intervals = [666_666, 333_333]
    /// Limit of bytes in one transfer, including the header.
    static let largestPayload = 16_384

    /// The length of UVC 1.5's block.
    static let length = 48

    var size = ImageSize.all[0]
    var interval = Self.intervals[0]

    var frameLength: Nanoseconds { Nanoseconds(interval) * 100 }

    init() {}

    /// The nearest match to the host's wishes. An unknown size becomes the first one, an interval the nearest.
    init(_ wishes: [UInt8]) {
        let index = Int(wishes.byte(at: 3)) - 1
        if ImageSize.all.indices.contains(index) { size = ImageSize.all[index] }
        let wished = Int(wishes.littleEndian(at: 4, count: 4))
        if wished > 0, let nearest = Self.intervals.min(by: { abs($0 - wished) < abs($1 - wished) }) {
            interval = nearest
        }
    }

    func bytes(_ format: StreamFormat) -> [UInt8] {
        let index = ImageSize.all.firstIndex(of: size) ?? 0
        var block: [UInt8] = [0, 0, 1, UInt8(index + 1)]
        block += [UInt8](littleEndian: Int64(interval), count: 4)
        block += [UInt8](repeating: 0, count: 10)
        let largestFrame = Int64(format.largestFrame(of: size))
        block += [UInt8](littleEndian: largestFrame, Int64(Self.largestPayload), 48_000_000, count: 4)
        // Frame identifiers and ends of frames are marked; version 1 of the payload header.
        block += [0b11, 0, 1, 1]
        return block + [UInt8](repeating: 0, count: Self.length - block.count)
    }
}
