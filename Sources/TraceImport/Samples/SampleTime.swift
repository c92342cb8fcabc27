import FocusCore

/// A time in a table, without rounding where it has a decimal notation.
enum SampleTime {
    /// - Returns: nil if the text is no number, or is beyond the range of Int64 nanoseconds.
    static func read(_ text: Substring, _ unit: SampleTimeUnit) -> Instant? {
        exact(text, unit) ?? rounded(text, unit)
    }

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
        let nanoseconds = (number * [1, 1e3, 1e6, 1e9][unit.digits / 3]).rounded()
        guard abs(nanoseconds) < 9e18 else { return nil }
        return Instant(nanoseconds: Int64(nanoseconds))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
