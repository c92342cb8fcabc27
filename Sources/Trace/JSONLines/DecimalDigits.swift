/// A decimal number above 0 of any length and magnitude, which powers of two multiply and divide without rounding.
struct DecimalDigits {
    /// From the first that is not 0 to the last that is not 0. The number is 0.DIGITS × 10^point × 2^exponent.
    private var digits: [UInt8]
    private var point: Int
    private var exponent = 0

    /// The largest shift at which a digit and what is carried to it fit 64 bits.
    private static let longestShift = 56

    /// - Parameter digits: the digits of a whole number above 0, the highest first.
    init(_ digits: [UInt8], timesTenToThe power: Int) {
        self.digits = Array(digits.drop { $0 == 0 })
        point = self.digits.count + power
        dropZeros()
    }

    /// The nearest double, halves to even.
    mutating func nearest() -> Double {
        // 10^310 is above all doubles, and 10^-324 below half of the least.
        if point > 310 { return .infinity }
        if point < -323 { return 0 }
        // 8 is below 10: the shifts come near ½…1 from either side, and the last ones bit by bit.
        while point > 0 { divide(min(3 * point, Self.longestShift)) }
        while point < 0 { multiply(min(-3 * point, Self.longestShift)) }
        while digits[0] < 5 { multiply(1) }
        let shift = exponent
        multiply(32)
        multiply(32)
        var mantissa: UInt64 = 0
        for index in 0..<point { mantissa = mantissa * 10 + UInt64(index < digits.count ? digits[index] : 0) }
        return Double(nearestTo: mantissa, isMore: digits.count > point, timesTwoToThe: shift - 64)
    }

    /// Multiplies the decimal by a power of two, and takes it off the exponent.
    private mutating func multiply(_ shift: Int) {
        var carry: UInt64 = 0
        for index in digits.indices.reversed() {
            let product = UInt64(digits[index]) << UInt64(shift) + carry
            digits[index] = UInt8(product % 10)
            carry = product / 10
        }
        var front: [UInt8] = []
        while carry > 0 {
            front.append(UInt8(carry % 10))
            carry /= 10
        }
        front.reverse()
        digits.insert(contentsOf: front, at: 0)
        point += front.count
        exponent -= shift
        dropZeros()
    }

    /// Divides the decimal by a power of two, and adds it to the exponent.
    private mutating func divide(_ shift: Int) {
        let mask: UInt64 = (1 << UInt64(shift)) - 1
        var quotient: [UInt8] = []
        quotient.reserveCapacity(digits.count + shift)
        var rest: UInt64 = 0
        var index = 0
        while index < digits.count || rest > 0 {
            rest = rest * 10 + UInt64(index < digits.count ? digits[index] : 0)
            let digit = UInt8(rest >> UInt64(shift))
            rest &= mask
            index += 1
            if quotient.isEmpty, digit == 0 { point -= 1 } else { quotient.append(digit) }
        }
        digits = quotient
        exponent += shift
        dropZeros()
    }

    private mutating func dropZeros() { while digits.last == 0 { digits.removeLast() } }
}

extension Double {
    /// The double nearest to `mantissa` × 2^`exponent`, halves to even; infinite above the range, 0 below it.
    /// - Parameter isMore: whether the true mantissa is larger, by less than 1. It must have 54 bits or more then.
    init(nearestTo mantissa: UInt64, isMore: Bool = false, timesTwoToThe exponent: Int) {
        let zeros = mantissa.leadingZeroBitCount
        let scaled = mantissa << zeros
        let top = exponent - zeros + 63
        // Of 64 bits 53 are kept, and fewer of a number below the normal range.
        let dropped = 11 + max(-1022 - top, 0)
        guard zeros < 64, dropped <= 64 else {
            self = 0
            return
        }
        guard top <= 1023 else {
            self = .infinity
            return
        }
        var kept = scaled >> dropped
        let rest = scaled - kept << dropped
        let half: UInt64 = 1 << (dropped - 1)
        if rest > half || rest == half && (isMore || kept & 1 == 1) { kept += 1 }
        // The highest bit of a normal mantissa adds 1 to the exponent's field, and so does one that rounding has added.
        self.init(bitPattern: UInt64(max(top + 1022, 0)) << 52 + kept)
    }
}
