/// A decimal number in a text, and the double nearest to it; of two that are equally near, the one whose last bit is 0.
///
/// The result is what `strtod` gives, to the bit, without a C library: integer arithmetic only, nothing is rounded twice.
package struct DecimalNumber {
    /// Infinite above the range of Double, 0 below it.
    let value: Double
    /// The number of bytes that it takes.
    let length: Int

    /// Reads as much of a text as is a number: a sign, digits with or without a point, an exponent. Nil: none begins here.
    package init?(beginning bytes: UnsafeRawBufferPointer) {
        let sign = bytes.first
        let start = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? 1 : 0
        let digits = Digits(bytes, from: start)
        guard digits.end > start + (digits.hasPoint ? 1 : 0) else { return nil }
        let exponent = Self.exponent(bytes, from: digits.end)
        length = exponent.end
        let power = digits.exponent + exponent.value
        let magnitude =
            digits.count == 0 ? 0 : Self.short(digits, power) ?? Self.long(bytes[start..<digits.end], power)
        value = sign == UInt8(ascii: "-") ? -magnitude : magnitude
    }

    /// The number that a whole text is; nil where it is none.
    package static func value(of text: Substring) -> Double? {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            guard let number = DecimalNumber(beginning: bytes), number.length == bytes.count else { return nil }
            return number.value
        }
    }

    /// Digits with at most one point among them, as far as they go.
    private struct Digits {
        /// The first 19 of those that count, which fit 64 bits.
        private(set) var beginning: UInt64 = 0
        /// The number of digits, without leading zeros.
        private(set) var count = 0
        /// The power of ten of the last digit.
        private(set) var exponent = 0
        private(set) var hasPoint = false
        /// The place behind them.
        private(set) var end: Int

        /// All digits as an integer, if `beginning` has them all.
        var integer: UInt64? { count <= Self.most ? beginning : nil }

        private static let most = 19

        init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
            end = start
            while end < bytes.count {
                if let digit = DecimalNumber.digit(bytes[end]) {
                    add(digit)
                } else if bytes[end] == UInt8(ascii: "."), !hasPoint {
                    hasPoint = true
                } else {
                    break
                }
                end += 1
            }
        }

        private mutating func add(_ digit: UInt8) {
            if hasPoint { exponent -= 1 }
            guard count > 0 || digit > 0 else { return }
            if count < Self.most { beginning = beginning * 10 + UInt64(digit) }
            count += 1
        }
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }

    /// An exponent, if one is there, and the place behind it. An "e" without digits belongs to what follows the number.
    private static func exponent(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (value: Int, end: Int) {
        guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return (0, start) }
        var index = start + 1
        let sign = index < bytes.count ? bytes[index] : 0
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index += 1 }
        let first = index
        var value = 0
        while index < bytes.count, let digit = digit(bytes[index]) {
            // Far beyond any double, and beyond what the digits of the longest line can make up for.
            value = min(value * 10 + Int(digit), 100_000_000)
            index += 1
        }
        guard index > first else { return (0, start) }
        return (sign == UInt8(ascii: "-") ? -value : value, index)
    }

    /// Digits that fit 64 bits, times or over a power of five that does, make 128 exact bits. Nil: one of them does not fit.
    private static func short(_ digits: Digits, _ power: Int) -> Double? {
        guard let integer = digits.integer, abs(power) < powersOfFive.count else { return nil }
        if power >= 0 {
            let product = integer.multipliedFullWidth(by: powersOfFive[power])
            guard product.high != 0 else { return Double(nearestTo: product.low, timesTwoToThe: power) }
            let zeros = product.high.leadingZeroBitCount
            // A shift by 64, where there are no zeros, is 0 in Swift.
            let top = product.high << zeros | product.low >> (64 - zeros)
            return Double(nearestTo: top, isMore: product.low << zeros != 0, timesTwoToThe: power + 64 - zeros)
        }
        let divisor = powersOfFive[-power]
        let (zeros, divisorZeros) = (integer.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let dividend = integer << zeros
        // Both have their highest bit set now: the quotient of dividend × 2^63 has 63 or 64 bits.
        let quotient = (divisor << divisorZeros).dividingFullWidth((dividend >> 1, dividend << 63))
        return Double(
            nearestTo: quotient.quotient, isMore: quotient.remainder != 0,
            timesTwoToThe: power + divisorZeros - zeros - 63)
    }

    private static func long(_ digits: Slice<UnsafeRawBufferPointer>, _ power: Int) -> Double {
        var decimal = DecimalDigits(digits.compactMap(digit), timesTenToThe: power)
        return decimal.nearest()
    }

    private static let powersOfFive: InlineArray<28, UInt64> = [
        1, 5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125, 244_140_625,
        1_220_703_125, 6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125, 3_814_697_265_625,
        19_073_486_328_125, 95_367_431_640_625, 476_837_158_203_125, 2_384_185_791_015_625, 11_920_928_955_078_125,
        59_604_644_775_390_625, 298_023_223_876_953_125, 1_490_116_119_384_765_625, 7_450_580_596_923_828_125,
    ]

    /// Reads a number whose digits fit the 53 bits of a Double and whose power of ten is exact: one division then rounds
    /// correctly (Clinger, "How to read floating point numbers accurately", 1990). Nil when the general way is needed.
    @inline(__always)
    init?(quickly bytes: UnsafeRawBufferPointer, from start: Int) {
        var index = start
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var digits: UInt64 = 0
        var count = 0
        var fraction = 0
        var isFraction = false
        while index < bytes.count {
            if let digit = Self.digit(bytes[index]) {
                digits = digits &* 10 &+ UInt64(digit)
                count += 1
                if isFraction { fraction += 1 }
                guard count <= 18 else { return nil }
            } else if bytes[index] == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else {
                break
            }
            index += 1
        }
        guard count > 0, !isFraction || fraction > 0, digits < 1 << 53 else { return nil }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") { return nil }
        let magnitude = Double(digits) / Self.powersOfTen[fraction]
        value = isNegative ? -magnitude : magnitude
        length = index - start
    }

    private static let powersOfTen: InlineArray<19, Double> = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]
}
