/// Reads and writes integers at a place in a byte array, in either byte order. Reading beyond the end gives 0, because
/// data from the other side may be too short.
extension [UInt8] {
    func bigEndian32(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(byte(at: offset + $1)) }
    }

    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(byte(at: offset)) | UInt16(byte(at: offset + 1)) << 8
    }

    /// An integer of `count` bytes (at most 8), little-endian.
    func littleEndian(at offset: Int, count: Int) -> Int64 {
        (0..<count).reversed().reduce(0) { $0 << 8 | Int64(byte(at: offset + $1)) }
    }

    func byte(at offset: Int) -> UInt8 {
        indices.contains(offset) ? self[offset] : 0
    }

    mutating func appendBigEndian(_ value: UInt32) {
        for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// The lowest `count` bytes of each value, little-endian; negative values in two's complement.
    init(littleEndian values: Int64..., count: Int) {
        self = values.flatMap { value in (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) } }
    }
}
