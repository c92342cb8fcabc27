import Glibc

/// Baseline JPEG (ITU-R T.81) of grey images, reduced to what a decoder needs. The colour components are present,
/// because hosts expect them, at half the horizontal resolution and empty.
enum JPEGEncoder {
    /// The divisor of each coefficient. It is small, to keep the finest detail.
    private static let quantiser: Int32 = 4

    static func encode(_ luma: Luma) -> [UInt8] {
        var bits = EntropyCoder()
        bits.bytes = header(luma.size)
        bits.bytes.reserveCapacity(luma.size.pixels)
        var block = [Int32](repeating: 0, count: 64)
        var previous: Int32 = 0
        for row in stride(from: 0, to: luma.size.height, by: 8) {
            for column in stride(from: 0, to: luma.size.width, by: 16) {
                for half in [0, 8] {
                    load(luma, row, column + half, &block)
                    transform(&block)
                    bits.append(block, after: previous)
                    previous = block[0]
                }
                // Cb and Cr: no difference, end of block.
                for _ in 0..<2 { bits.appendEmptyBlock() }
            }
        }
        bits.flush()
        return bits.bytes + [0xFF, 0xD9]
    }

    private static func load(_ luma: Luma, _ row: Int, _ column: Int, _ block: inout [Int32]) {
        for y in 0..<8 {
            let start = (row + y) * luma.size.width + column
            for x in 0..<8 { block[y * 8 + x] = Int32(luma.bytes[start + x]) - 128 }
        }
    }

    /// The cosines of the transform (T.81, A.3.3), in units of 1/4096, each row a frequency.
    private static let cosines: [Int32] = (0..<64).map { index in
        let (frequency, place) = (index / 8, index % 8)
        let scale = frequency == 0 ? (1.0 / 8).squareRoot() : 0.5
        return Int32((4096 * scale * cos(Double((2 * place + 1) * frequency) * .pi / 16)).rounded())
    }

    /// Transforms, quantises, and puts the coefficients in transmission order.
    private static func transform(_ block: inout [Int32]) {
        var across = [Int32](repeating: 0, count: 64)
        for y in 0..<8 {
            for frequency in 0..<8 {
                var sum: Int32 = 0
                for x in 0..<8 { sum &+= block[y * 8 + x] &* cosines[frequency * 8 + x] }
                across[y * 8 + frequency] = sum >> 9
            }
        }
        for place in 0..<64 {
            let (down, right) = (zigzag[place] / 8, zigzag[place] % 8)
            var sum: Int32 = 0
            for y in 0..<8 { sum &+= across[y * 8 + right] &* cosines[down * 8 + y] }
            // 4096 × 8 from the two passes; rounded towards zero, so that small coefficients cost nothing.
            block[place] = sum / (quantiser << 15)
        }
    }

    /// From each place in transmission order to the place in the block (T.81, figure A.6): along the diagonals, to and fro.
    private static let zigzag: [Int] = (0..<15).flatMap { diagonal in
        let rows = (max(0, diagonal - 7)...min(7, diagonal))
        let places = rows.map { $0 * 8 + diagonal - $0 }
        return diagonal % 2 == 0 ? places.reversed() : places
    }

    private static func header(_ size: ImageSize) -> [UInt8] {
        func twoBytes(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
        func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xFF, marker] + twoBytes(body.count + 2) + body }
        let quantisers = [0] + [UInt8](repeating: UInt8(quantiser), count: 64)
        // Three components with their sampling factors (two across for brightness) and quantisers.
        let frame = [8] + twoBytes(size.height) + twoBytes(size.width) + [3, 1, 0x21, 0, 2, 0x11, 0, 3, 0x11, 0]
        return [0xFF, 0xD8]
            + segment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
            + segment(0xDB, quantisers) + segment(0xC0, frame)
            + segment(0xC4, [0x00] + HuffmanCode.differences.table) + segment(0xC4, [0x10] + HuffmanCode.others.table)
            + segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
    }
}

/// A Huffman code with only two word lengths: frequent symbols get the short one.
struct HuffmanCode {
    let table: [UInt8]
    private let words: [(bits: UInt32, length: Int)]

    /// The number of bits of the difference to the previous block.
    static let differences = HuffmanCode([], 2, Array(0...11), 4)
    /// Upper half: zeros before the coefficient; lower half: its bits. 0 ends the block, 0xF0 is sixteen zeros.
    static let others: HuffmanCode = {
        let frequent: [UInt8] = [0x00, 0x01, 0x02, 0x03]
        var rare: [UInt8] = [0xF0]
        for zeros: UInt8 in 0..<16 {
            for size: UInt8 in 1...10 where zeros << 4 | size > 0x03 { rare.append(zeros << 4 | size) }
        }
        return HuffmanCode(frequent, 3, rare, 9)
    }()

    private init(_ frequent: [UInt8], _ short: Int, _ rare: [UInt8], _ long: Int) {
        var counts = [UInt8](repeating: 0, count: 16)
        counts[short - 1] = UInt8(frequent.count)
        counts[long - 1] = UInt8(rare.count)
        table = counts + frequent + rare
        var words = [(bits: UInt32, length: Int)](repeating: (0, 0), count: 256)
        for (index, symbol) in frequent.enumerated() { words[Int(symbol)] = (UInt32(index), short) }
        let first = UInt32(frequent.count) << UInt32(long - short)
        for (index, symbol) in rare.enumerated() { words[Int(symbol)] = (first + UInt32(index), long) }
        self.words = words
    }

    subscript(symbol: Int) -> (bits: UInt32, length: Int) { words[symbol] }
}

/// Writes coefficients bit by bit.
private struct EntropyCoder {
    var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    mutating func append(_ block: [Int32], after previous: Int32) {
        let difference = block[0] - previous
        append(HuffmanCode.differences[Self.size(difference)])
        appendValue(difference)
        var zeros = 0
        for place in 1..<64 {
            guard block[place] != 0 else {
                zeros += 1
                continue
            }
            while zeros >= 16 {
                append(HuffmanCode.others[0xF0])
                zeros -= 16
            }
            append(HuffmanCode.others[zeros << 4 | Self.size(block[place])])
            appendValue(block[place])
            zeros = 0
        }
        if zeros > 0 { append(HuffmanCode.others[0]) }
    }

    mutating func appendEmptyBlock() {
        append(HuffmanCode.differences[0])
        append(HuffmanCode.others[0])
    }

    /// The last byte is filled with ones (T.81, F.1.2.3).
    mutating func flush() {
        if count > 0 { append((0xFF >> UInt32(count), 8 - count)) }
    }

    private static func size(_ value: Int32) -> Int { 32 - value.magnitude.leadingZeroBitCount }

    /// Negative values are sent less one, without the leading bits that all of them share.
    private mutating func appendValue(_ value: Int32) {
        let size = Self.size(value)
        let bits = UInt32(bitPattern: value < 0 ? value - 1 : value) & ((1 << UInt32(size)) - 1)
        append((bits, size))
    }

    private mutating func append(_ word: (bits: UInt32, length: Int)) {
        pending = pending << UInt64(word.length) | UInt64(word.bits)
        count += word.length
        while count >= 8 {
            count -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt64(count))
            bytes.append(byte)
            // A stuffed zero, so that no pair of bytes looks like a marker.
            if byte == 0xFF { bytes.append(0) }
        }
    }
}
