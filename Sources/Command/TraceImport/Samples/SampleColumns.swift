import FocusCore

/// The unit of a column of times; each case is a thousandth of the one before.
public enum SampleTimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"

    /// The power of ten of a nanosecond.
    var digits: Int { 9 - 3 * (Self.allCases.firstIndex(of: self) ?? 0) }

    /// A unit as people write it; nil for another word.
    init?(word: String) {
        switch word {
        case "s", "sec", "secs", "seconds": self = .seconds
        case "ms", "milliseconds": self = .milliseconds
        case "us", "µs", "μs", "microseconds": self = .microseconds
        case "ns", "nanoseconds": self = .nanoseconds
        default: return nil
        }
    }
}

struct SampleColumns: Equatable {
    var time = 0
    var x = 1
    var y = 2
    var z = 3
    /// A column that names the kind of each row, as in the tables of `trace export`; nil: all rows are samples.
    var kind: Int?
    /// The unit that the header names; nil: none.
    var unit: SampleTimeUnit?

    init() {}

    /// - Parameter header: the names of the columns: time, x, y, z among them, perhaps with a unit: "Time (s)", "t_us",
    ///   "Acceleration x (m/s^2)".
    /// - Returns: nil if one of the four is missing.
    init?(header: [Substring]) {
        let names = header.map(Self.words)
        func column(_ isMeant: ([String]) -> Bool) -> Int? { names.firstIndex(where: isMeant) }
        guard let time = column(Self.isTime), let x = column({ Self.isAxis("x", $0) }),
            let y = column({ Self.isAxis("y", $0) }), let z = column({ Self.isAxis("z", $0) })
        else { return nil }
        (self.time, self.x, self.y, self.z) = (time, x, y, z)
        kind = names.firstIndex(of: ["kind"])
        unit = names[time].dropFirst().lazy.compactMap(SampleTimeUnit.init(word:)).first
    }

    private static func words(_ name: Substring) -> [String] {
        name.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    private static func isTime(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        return ["time", "t", "timestamp"].contains(first)
    }

    /// The axis is the last word before a unit: "x", "ax", "accelerationx", "acceleration x m s 2".
    private static func isAxis(_ axis: String, _ words: [String]) -> Bool {
        let unit: Set = ["m", "s", "2", "s2", "ms2", "si"]
        guard let word = words.last(where: { !unit.contains($0) }) else { return false }
        return word == axis || ["a", "acc", "accel", "acceleration"].contains { word == $0 + axis }
    }
}

/// A time in a table, without rounding where it has a decimal notation.
enum SampleTime {
    /// - Returns: nil if the text is no number, or is beyond the range of Int64 nanoseconds.
    static func read(_ text: Substring, _ unit: SampleTimeUnit) -> Instant? { exact(text, unit) ?? rounded(text, unit) }

    /// A sign, digits, a point and digits: none below a nanosecond but zeros.
    private static func exact(_ text: Substring, _ unit: SampleTimeUnit) -> Instant? {
        let isNegative = text.first == "-"
        let parts = (isNegative ? text.dropFirst() : text).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.dropFirst(unit.digits).allSatisfy({ $0 == "0" }) else { return nil }
        let kept = fraction.prefix(unit.digits)
        let digits = parts[0] + kept + String(repeating: "0", count: unit.digits - kept.count)
        guard let nanoseconds = Int64(digits) else { return nil }
        return Instant(nanoseconds: isNegative ? -nanoseconds : nanoseconds)
    }

    /// Any other notation, to the nearest nanosecond.
    private static func rounded(_ text: Substring, _ unit: SampleTimeUnit) -> Instant? {
        guard let number = Double(String(text)), number.isFinite else { return nil }
        let scale: Double = [1, 1e3, 1e6, 1e9][unit.digits / 3]
        let nanoseconds = (number * scale).rounded()
        guard abs(nanoseconds) < 9e18 else { return nil }
        return Instant(nanoseconds: Int64(nanoseconds))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
