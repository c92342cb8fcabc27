import SimulatedDevices

@testable import PhotoFile

/// A JPEG frame as a USB camera sends it: 4:2:2 or grey, with random coefficients, and with or without Huffman tables of its own.
struct SampleFrame {
    var width = 64
    var height = 48
    var isGrey = false
    var hasTables = false
    /// The number of units between restart markers; 0: none.
    var restart = 0
    /// Bytes behind the end.
    var padding: [UInt8] = []
    var hasEnd = true
    var seed: UInt64 = 1

    /// The codes of the standard tables, by the number of the table.
    private static let codes: [UInt8: [Int: (code: Int, length: Int)]] = {
        let bytes = Array(StandardTables.segment.dropFirst(4))
        var tables: [UInt8: [Int: (code: Int, length: Int)]] = [:]
        var offset = 0
        while offset < bytes.count {
            let number = bytes[offset]
            let counts = bytes[offset + 1..<offset + 17].map { Int($0) }
            offset += 17
            var code = 0
            var table: [Int: (code: Int, length: Int)] = [:]
            for (index, count) in counts.enumerated() {
                for _ in 0..<count {
                    table[Int(bytes[offset])] = (code, index + 1)
                    code += 1
                    offset += 1
                }
                code <<= 1
            }
            tables[number] = table
        }
        return tables
    }()

    var bytes: [UInt8] {
        var bytes: [UInt8] = [0xff, 0xd8]
        bytes += segment(0xe0, Array("AVI1".utf8) + [UInt8](repeating: 0, count: 10))
        bytes += segment(0xdb, [0] + [UInt8](repeating: 16, count: 64))
        if restart > 0 { bytes += segment(0xdd, [UInt8(restart >> 8), UInt8(restart & 255)]) }
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        bytes += segment(0xc0, [8] + size + (isGrey ? [1, 1, 0x11, 0] : [3, 1, 0x21, 0, 2, 0x11, 0, 3, 0x11, 0]))
        if hasTables { bytes += StandardTables.segment }
        bytes += segment(0xda, isGrey ? [1, 1, 0, 0, 63, 0] : [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0])
        bytes += data
        if hasEnd { bytes += [0xff, 0xd9] }
        return bytes + padding
    }

    private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 2
        return [0xff, marker, UInt8(length >> 8), UInt8(length & 255)] + body
    }

    private var data: [UInt8] {
        var random = SplitMix64(seed: seed)
        var bits = Bits()
        let across = isGrey ? 8 : 16
        let units = (width + across - 1) / across * ((height + 7) / 8)
        var number: UInt8 = 0
        for unit in 0..<units {
            if restart > 0, unit > 0, unit % restart == 0 {
                bits.mark(0xd0 + number)
                number = (number + 1) & 7
            }
            for table: UInt8 in isGrey ? [0] : [0, 0, 1, 1] { block(table, &bits, &random) }
        }
        bits.fill()
        return bits.bytes
    }

    private func block(_ table: UInt8, _ bits: inout Bits, _ random: inout SplitMix64) {
        let differences = Self.codes[table] ?? [:]
        let others = Self.codes[0x10 | table] ?? [:]
        let size = Int.random(in: 0...11, using: &random)
        if let code = differences[size] { bits.append(code.code, code.length) }
        bits.append(Int.random(in: 0..<1 << size, using: &random), size)
        var place = 1
        while place < 64, Int.random(in: 0..<8, using: &random) > 0 {
            let zeros = Int.random(in: 0...min(15, 63 - place), using: &random)
            let size = Int.random(in: 1...10, using: &random)
            guard let code = others[zeros << 4 | size] else { continue }
            bits.append(code.code, code.length)
            bits.append(Int.random(in: 0..<1 << size, using: &random), size)
            place += zeros + 1
        }
        if place < 64, let end = others[0] { bits.append(end.code, end.length) }
    }
}

private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var open = 0
    private var count = 0

    mutating func append(_ value: Int, _ length: Int) {
        for index in stride(from: length - 1, through: 0, by: -1) {
            open = open << 1 | (value >> index & 1)
            count += 1
            if count == 8 { flush() }
        }
    }

    private mutating func flush() {
        bytes.append(UInt8(open))
        if open == 0xff { bytes.append(0) }
        (open, count) = (0, 0)
    }

    /// Fills the last byte with ones.
    mutating func fill() { while count > 0 { append(1, 1) } }

    mutating func mark(_ marker: UInt8) {
        fill()
        bytes += [0xff, marker]
    }
}
