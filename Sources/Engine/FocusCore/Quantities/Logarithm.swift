/// Powers and logarithms without a mathematics library, which Embedded Swift lacks. The base is two: light is counted in EV.
extension Double {
    /// log2 of the number, to a relative error of 1e-12; special values as in libm: −∞ for 0, NaN for negative numbers.
    var binaryLogarithm: Double {
        guard self > 0 else { return self == 0 ? -.infinity : .nan }
        guard self < .infinity else { return self }
        // A subnormal number has no exponent of its own, so it is scaled by 2^54 first.
        let isSubnormal = self < 0x1p-1022
        let bits = (isSubnormal ? self * 0x1p54 : self).bitPattern
        var exponent = Int(bits >> 52) - 1023 - (isSubnormal ? 54 : 0)
        var mantissa = Double(bitPattern: bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000)
        // Moves the mantissa into √½…√2: the series converges fast there, and no two large terms cancel near 1.
        if mantissa > 1.4142135623730951 {
            mantissa /= 2
            exponent += 1
        }
        // ln x = 2 artanh((x − 1) / (x + 1)): |ratio| is at most 0.172, and its 19th power is below 1e-14.
        let ratio = (mantissa - 1) / (mantissa + 1)
        let square = ratio * ratio
        var sum = 0.0
        var odd = 17.0
        while odd >= 1 {
            sum = sum * square + 1 / odd
            odd -= 2
        }
        return Double(exponent) + 2 * ratio * sum * Self.binaryLogarithmOfE
    }

    /// 2 to the power of the number, to a relative error of 1e-12. 0 below the range of Double, ∞ above it.
    var powerOfTwo: Double {
        guard self < 1025 else { return self.isNaN ? .nan : .infinity }
        guard self > -1080 else { return self.isNaN ? .nan : 0 }
        let whole = nearestWhole
        // The series of e^x, for |x| of at most 0.347: the 14th term is below 1e-16.
        let x = (self - whole) / Self.binaryLogarithmOfE
        var sum = 1.0
        var term = 14.0
        while term >= 1 {
            sum = 1 + sum * x / term
            term -= 1
        }
        // Two factors, because neither 2^1024 nor 2^-1074 can be built from an exponent alone.
        let exponent = Int(whole)
        let half = exponent / 2
        return sum * Self.binade(half) * Self.binade(exponent - half)
    }

    /// 2 to the power of the exponent, which is limited to the range of normal numbers.
    private static func binade(_ exponent: Int) -> Double {
        Double(bitPattern: UInt64(min(max(exponent, -1022), 1023) + 1023) << 52)
    }

    private static let binaryLogarithmOfE = 1.4426950408889634
}
