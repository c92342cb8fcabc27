import LinuxDevices

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
        case "B":
            return takeCodes(fields) ? nil : "a hexadecimal type of events, and up to eight bytes of its codes"
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
