import SimulatedDevices

/// Damage to a text of lines, as a disk, an editor or another program may cause it.
struct Mutation {
    private(set) var bytes: [UInt8]
    /// The first line that may have changed, counted from 1; all lines before it are intact.
    private(set) var firstLine = Int.max

    private static let numbers = [
        "0", "-1", "1e999", "-0", "1.5", "18446744073709551616", "-9223372036854775808", "9223372036854775807", "null",
        "\"nan\"", "\"\"", "[]", "{}", "00", "1e-400", "true",
    ]

    /// - Parameter other: another file; parts of it may be inserted.
    init(_ bytes: [UInt8], _ random: inout SplitMix64, other: [UInt8] = []) {
        self.bytes = bytes
        for _ in 0...random.below(3) where !self.bytes.isEmpty { damage(&random, other) }
    }

    private mutating func damage(_ random: inout SplitMix64, _ other: [UInt8]) {
        let place = random.below(bytes.count)
        let end = min(bytes.count, place + 1 + random.below(80))
        switch random.below(13) {
        case 0: replace(place..<place + 1, with: [UInt8(truncatingIfNeeded: random.next())])
        case 1: replace(place..<end, with: [])
        case 2: replace(place..<place, with: Array(bytes[place..<end]))
        case 3: replace(place..<bytes.count, with: [])
        case 4: replace(place..<place, with: other)
        case 5: replace(bytes.count..<bytes.count, with: other)
        case 6: exchangeLines(place, &random)
        case 7: replace(line(at: place), with: [])
        case 8: replace(place..<place, with: Array(bytes[line(at: place)]))
        case 9: replaceName(after: place, &random)
        case 10:
            replace(
                place..<place,
                with: [UInt8](repeating: random.pick([0x20, 0x5b, 0x7b, 0x00]), count: 1 + random.below(3000)))
        default: replaceNumber(after: place, &random)
        }
    }

    private mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
        guard Array(bytes[range]) != new else { return }
        firstLine = min(firstLine, bytes[..<range.lowerBound].count { $0 == 0x0a } + 1)
        bytes.replaceSubrange(range, with: new)
    }

    private func line(at place: Int) -> Range<Int> {
        let start = bytes[..<place].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count
        return start..<end
    }

    private mutating func exchangeLines(_ place: Int, _ random: inout SplitMix64) {
        let first = line(at: place)
        guard first.upperBound < bytes.count else { return }
        let second = line(at: first.upperBound)
        replace(first.lowerBound..<second.upperBound, with: Array(bytes[second]) + Array(bytes[first]))
    }

    private mutating func replaceNumber(after place: Int, _ random: inout SplitMix64) {
        guard let start = bytes[place...].firstIndex(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return }
        let end = bytes[start...].firstIndex { $0 < 0x30 || $0 > 0x39 } ?? bytes.count
        replace(start..<end, with: Array(random.pick(Self.numbers).utf8))
    }

    private mutating func replaceName(after place: Int, _ random: inout SplitMix64) {
        func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a }
        guard let start = bytes[place...].firstIndex(where: isLetter) else { return }
        let end = bytes[start...].firstIndex { !isLetter($0) } ?? bytes.count
        let others = ["", "x", "end", "in", "out", "format", "version", "configuration", "n", "t", "values", "grid"]
        replace(start..<end, with: Array(random.pick(others).utf8))
    }
}
