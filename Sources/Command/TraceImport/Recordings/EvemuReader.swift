import FocusCore
import LinuxDevices
import StateTrace

/// Reads a recording of `evemu-record`, versions 1.0 to 1.3 of its format, in constant memory.
///
/// The device's description comes first (N, I, P, B, A, L, S), then its events (E). A comment may end each line but the
/// name's. P and B lines continue earlier ones, and may have fewer than eight bytes.
struct EvemuReader: RecordedEvents {
    let device: RecordedDevice
    let version: String
    private let lines: RecordingLines
    private var waiting: RecordedEvent?
    private var clock = RecordingClock(start: nil)

    init(path: String) throws(RecordingError) {
        lines = try RecordingLines(path: path)
        var description = EvemuDescription()
        while let line = try Self.nextLine(lines) {
            if line.letter == "E" {
                waiting = try Self.event(line, lines, &clock)
                break
            }
            if let expected = description.read(line.letter, line.rest) { throw lines.fault(line.number, expected) }
        }
        device = description.device
        version = description.version
    }

    mutating func next() throws(RecordingError) -> RecordedEvent? {
        if let event = waiting {
            waiting = nil
            return event
        }
        guard let line = try Self.nextLine(lines) else { return nil }
        guard line.letter == "E" else { throw lines.fault(line.number, "an event: E: SECONDS TYPE CODE VALUE") }
        return try Self.event(line, lines, &clock)
    }

    private struct Line {
        var number: Int
        /// "#" for the line with the version.
        var letter: Character
        var rest: Substring
    }

    /// The next line that says something.
    private static func nextLine(_ lines: RecordingLines) throws(RecordingError) -> Line? {
        while let line = try lines.next() {
            let text = String(decoding: line.bytes, as: UTF8.self)
            if line.number == 1, text.hasPrefix("# EVEMU ") {
                let words = text.dropFirst(2).split(whereSeparator: \.isWhitespace)
                if words.count == 2 { return Line(number: 1, letter: "#", rest: words[1]) }
            }
            guard let first = text.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            guard text.count > 1, text.dropFirst().first == ":" else {
                throw lines.fault(line.number, EvemuDescription.expectedLine)
            }
            let rest = text.dropFirst(2)
            return Line(number: line.number, letter: first, rest: first == "N" ? rest : rest.prefix { $0 != "#" })
        }
        return nil
    }

    private static func event(
        _ line: Line, _ lines: RecordingLines, _ clock: inout RecordingClock
    ) throws(RecordingError) -> RecordedEvent {
        let fields = line.rest.split(whereSeparator: \.isWhitespace)
        guard fields.count == 4, let time = time(fields[0]), let type = UInt16(fields[1], radix: 16),
            let code = UInt16(fields[2], radix: 16), let value = Int32(fields[3])
        else {
            throw lines.fault(
                line.number, "an event: E: SECONDS.MICROSECONDS TYPE CODE VALUE, the two in the middle hexadecimal")
        }
        let counted = try clock.count(time) { lines.fault(line.number, $0) }
        return RecordedEvent(time: counted, type: UInt32(type), code: UInt32(code), value: value)
    }

    /// Seconds and six digits of microseconds.
    private static func time(_ text: Substring) -> Instant? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 6, let seconds = UInt32(parts[0]), let micro = UInt32(parts[1])
        else { return nil }
        return Instant(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(micro) * 1000)
    }
}

/// Counts the times of a recording from its beginning, and sees to it that they never run backwards.
struct RecordingClock {
    private var start: Instant?
    private var last: Instant?

    /// - Parameter start: the beginning; nil: the first time.
    init(start: Instant?) { self.start = start }

    /// The time since the beginning.
    /// - Parameter fault: makes the error from what was expected.
    mutating func count(_ time: Instant, _ fault: (String) -> RecordingError) throws(RecordingError) -> Instant {
        if let last, time < last { throw fault("a time that is not before the one above") }
        last = time
        let beginning = start ?? time
        start = beginning
        let passed = time.since(beginning)
        guard passed >= .zero, passed <= RecordingLimits.longest else { throw fault(RecordingLimits.longestWords) }
        return Instant(nanoseconds: passed.nanoseconds)
    }
}

struct EvemuDescription {
    private(set) var device = RecordedDevice()
    /// A file that does not tell its version has 1.0.
    private(set) var version = "1.0"
    /// The number of bytes so far of the bitmap of properties, and of the codes of each type.
    private var propertyBytes: UInt32 = 0
    private var codeBytes: [UInt32: UInt32] = [:]

    private static let versions = ["1.0", "1.1", "1.2", "1.3"]
    /// KEY_MAX is 0x2ff, and types end at 0x1f: no bitmap of a kernel is longer.
    private static let longestBitmap: UInt32 = 96
    private static let lastType: UInt32 = 0x1f

    /// Takes a line.
    /// - Returns: what was expected in its place; nil if it is all right.
    mutating func read(_ letter: Character, _ rest: Substring) -> String? {
        let fields = rest.split(whereSeparator: \.isWhitespace)
        switch letter {
        case "#":
            version = String(rest)
            return Self.versions.contains(version) ? nil : "a version of evemu's format from 1.0 to 1.3"
        case "N":
            let name = rest.drop(while: \.isWhitespace).prefix(200)
            device.name = String(name.last?.isWhitespace == true ? name.dropLast() : name)
            return nil
        case "I":
            let isRight = fields.count == 4 && fields.allSatisfy { UInt16($0, radix: 16) != nil }
            return isRight ? nil : "four hexadecimal numbers: bus, vendor, product, version"
        case "P": return takeProperties(fields) ? nil : "up to eight hexadecimal bytes of the device's properties"
        case "B": return takeCodes(fields) ? nil : "a hexadecimal type of events, and up to eight bytes of its codes"
        case "A":
            let expected = "an axis: its hexadecimal code, minimum, maximum, fuzz, flat and perhaps resolution"
            return takeAxis(fields) ? nil : expected
        case "L", "S":
            let isRight = fields.count == 2 && UInt16(fields[0], radix: 16) != nil && UInt8(fields[1]) != nil
            return isRight ? nil : "a hexadecimal code, and 0 or 1"
        default: return Self.expectedLine
        }
    }

    static let expectedLine = "a line that begins with N, I, P, B, A, L, S or E and a colon"

    private mutating func takeProperties(_ fields: [Substring]) -> Bool {
        guard let bits = Self.bits(fields, after: &propertyBytes) else { return false }
        device.properties = (device.properties ?? []).union(bits)
        return true
    }

    private mutating func takeCodes(_ fields: [Substring]) -> Bool {
        guard let first = fields.first, let type = UInt32(first, radix: 16), type <= Self.lastType,
            let bits = Self.bits(Array(fields.dropFirst()), after: &codeBytes[type, default: 0])
        else { return false }
        if type == RecordedDevice.keyType { device.keys.formUnion(bits) }
        return true
    }

    /// The set bits of a line of bytes, the lowest bit of the first byte first.
    /// - Parameter count: the number of bytes in earlier lines of the bitmap.
    private static func bits(_ fields: [Substring], after count: inout UInt32) -> [UInt32]? {
        let bytes = fields.compactMap { UInt8($0, radix: 16) }
        guard bytes.count == fields.count, bytes.count <= 8, count + UInt32(bytes.count) <= longestBitmap else {
            return nil
        }
        defer { count += UInt32(bytes.count) }
        let first = count
        return bytes.indices.flatMap { index in
            (0..<8).filter { bytes[index] >> $0 & 1 == 1 }.map { (first + UInt32(index)) * 8 + UInt32($0) }
        }
    }

    /// The axes of a device are those with such a line; its B lines tell the same codes once more.
    private mutating func takeAxis(_ fields: [Substring]) -> Bool {
        let numbers = fields.dropFirst().compactMap { Int32($0) }
        guard let first = fields.first, let code = UInt32(first, radix: 16), code < 0x40,
            numbers.count == fields.count - 1, (4...5).contains(numbers.count)
        else { return false }
        device.axes[code] = RecordedDevice.Axis(
            minimum: numbers[0], maximum: numbers[1], resolution: numbers.count == 5 ? numbers[4] : 0)
        return true
    }
}
