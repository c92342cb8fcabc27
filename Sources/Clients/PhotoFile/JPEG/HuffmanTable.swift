/// A table of Huffman codes, as a JPEG file gives it (ITU-T T.81, annex C): the number of codes of each length, and their symbols in order.
struct HuffmanTable {
    /// Of codes with 1…16 bits; the first number is 0.
    private var counts = InlineArray<17, Int>(repeating: 0)
    private var symbols = InlineArray<256, UInt8>(repeating: 0)

    /// Reads a table at a place; nil if it is cut off, or has more codes than there can be.
    /// - Parameter offset: of the 16 counts; behind the symbols afterwards.
    init?(_ bytes: UnsafeRawBufferPointer, at offset: inout Int, end: Int) {
        guard offset >= 0, end <= bytes.count, end - offset >= 16 else { return nil }
        var total = 0
        // The number of codes of the present length that are still free.
        var free = 1
        for length in 1...16 {
            let count = Int(bytes[offset + length - 1])
            counts[length] = count
            total += count
            free = free * 2 - count
            guard free >= 0 else { return nil }
        }
        offset += 16
        guard total <= 256, end - offset >= total else { return nil }
        for index in 0..<total { symbols[index] = bytes[offset + index] }
        offset += total
    }

    /// Reads the next code; -1 when the data end, or no symbol has the code.
    @inline(__always)
    func next(in bits: inout ScanBits) -> Int {
        // In a table in order, the codes of a length follow the ones that are shorter.
        var code = 0
        var first = 0
        var index = 0
        for length in 1...16 {
            let bit = bits.next()
            guard bit >= 0 else { return -1 }
            code |= bit
            let count = counts[length]
            if code - count < first { return Int(symbols[index + code - first]) }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return -1
    }
}

/// The bits of a scan. A byte 0xFF in the data is followed by a 0; any other byte behind it is a marker, at which the data end.
struct ScanBits {
    private let bytes: UnsafeRawBufferPointer
    /// Of the next byte.
    private(set) var position: Int
    private var byte: UInt8 = 0
    private var left = 0

    init(_ bytes: UnsafeRawBufferPointer, from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The next bit, 0 or 1; -1 when the data end.
    @inline(__always)
    mutating func next() -> Int {
        if left == 0 {
            guard position < bytes.count else { return -1 }
            byte = bytes[position]
            if byte == 0xff {
                guard position + 1 < bytes.count, bytes[position + 1] == 0 else { return -1 }
                position += 2
            } else {
                position += 1
            }
            left = 8
        }
        left -= 1
        return Int(byte >> UInt8(left)) & 1
    }

    /// Passes over bits. Returns false when the data end before.
    @inline(__always)
    mutating func skip(_ count: Int) -> Bool {
        for _ in 0..<count where next() < 0 { return false }
        return true
    }

    /// Drops the rest of a byte, and reads a marker.
    /// - Returns: its second byte; nil if no marker is here.
    mutating func marker() -> UInt8? {
        left = 0
        guard position + 1 < bytes.count, bytes[position] == 0xff else { return nil }
        // Any number of 0xFF may fill the space before a marker.
        var place = position + 1
        while place < bytes.count, bytes[place] == 0xff { place += 1 }
        guard place < bytes.count, bytes[place] != 0 else { return nil }
        position = place + 1
        return bytes[place]
    }
}
