import Foundation
import JSONLines
import SimulatedDevices
import Testing

@testable import TraceLines

/// Decimals are compared with what the C library's `strtod` makes of them.
struct DecimalNumberTests {
    private func check(_ text: String) {
        let wanted = strtod(text, nil)
        guard let value = DecimalNumber.value(of: text[...]) else {
            Issue.record("\(text) is no number")
            return
        }
        if value.bitPattern != wanted.bitPattern { Issue.record("\(text) was read as \(value), not \(wanted)") }
    }

    @Test("The shortest decimal of any double is read as that double")
    func shortest() {
        var random = RandomInputs(seed: 11)
        for _ in 0..<10_000 {
            let double = Double(bitPattern: random.generator.next())
            if double.isFinite { check(double.description) }
        }
    }

    @Test("Decimals of any number of digits and any exponent are read as strtod reads them")
    func random() {
        var random = RandomInputs(seed: 12)
        for _ in 0..<20_000 {
            let place = random.below(25)
            var text = random.chance(0.3) ? "-" : ""
            for index in 0...random.below(25) {
                text += "\(random.below(10))"
                if index == place { text += "." }
            }
            if random.chance(0.7) { text += "e\(random.below(random.chance(0.5) ? 60 : 700) - 350)" }
            check(text)
        }
    }

    /// 19 digits and powers of ten on either side of where 128 bits are enough.
    @Test("Decimals at the limits of the short way are read as strtod reads them")
    func limits() {
        var random = RandomInputs(seed: 13)
        let digits = ["1", "9007199254740993", "9999999999999999999", "10000000000000000001", "18446744073709551616"]
        for power in -40...40 {
            for text in digits { check("\(text)e\(power)") }
            for _ in 0..<100 { check("\(random.generator.next())e\(power)") }
        }
    }

    /// The number in the middle of two doubles has up to 767 digits, the last of which decides.
    @Test("Halves between two doubles go to the even one, and a digit more or less decides")
    func halves() {
        var random = RandomInputs(seed: 14)
        for round in 0..<300 {
            var bits = random.generator.next() >> 1
            if round % 4 == 0 { bits &= 0x000f_ffff_ffff_ffff }
            if round % 8 == 1 { bits = UInt64(round) }
            let double = Double(bitPattern: bits)
            guard double.isFinite, double.nextUp.isFinite else { continue }
            let half = exactHalf(above: double)
            check(half)
            check(half.replacing("e", with: "0000000001e"))
            check(less(than: half))
        }
    }

    @Test(
        "Hard decimals are read as strtod reads them",
        arguments: [
            "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308", "4.9406564584124654e-324",
            "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623157e308", "1.7976931348623158e308",
            "1.7976931348623159e308", "8.988465674311580e307", "6.631236871469758276785396630275967e-37",
            "9007199254740992.5", "9007199254740993", "9007199254740991.5", "0e999999999999", "-0.0e-5", "1e23",
            "8.5e22",
            "123456789012345678901234567890e-400", "1e-999999999999999999", "-1e999999999999999999", "0.1e1", "5.e3",
            "3.", "1e+5", "1E5", "89255.0e-22", "1e-323", "3e-324", "0.3e-323",
        ])
    func hard(text: String) { check(text) }

    @Test("A number of a thousand digits, and zeros without end, are read as strtod reads them")
    func long() {
        let zeros = String(repeating: "0", count: 3000)
        for text in ["1\(zeros)e-3000", "0.\(zeros)1e3001", "0.\(zeros)49e2700", "\(zeros)17", "1\(zeros)"] {
            check(text)
        }
        var random = RandomInputs(seed: 15)
        for _ in 0..<40 {
            var text = ""
            for _ in 0..<1000 { text += "\(random.below(10))" }
            check("0.\(text)e\(random.below(640) - 330)")
        }
    }

    @Test(
        "A text that is no number, or more than one, is none",
        arguments: ["", "-", ".", "+.", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "0x10", "inf", "nan", "1,5", "--1"])
    func none(text: String) { #expect(DecimalNumber.value(of: text[...]) == nil) }

    /// The number in the middle of a double and the next one, in full: DIGITSeEXPONENT.
    private func exactHalf(above double: Double) -> String {
        let mantissa = double.bitPattern & 0x000f_ffff_ffff_ffff | (double.isNormal ? 0x0010_0000_0000_0000 : 0)
        let exponent = max(Int(double.bitPattern >> 52), 1) - 1075 - 1
        // (2 mantissa + 1) × 2^exponent; a negative power of two is one of 5 and one of 10.
        var digits = Array("\(2 * mantissa + 1)".utf8.reversed().map { Int($0) - 48 })
        for _ in 0..<abs(exponent) { multiply(&digits, by: exponent < 0 ? 5 : 2) }
        return digits.reversed().map { "\($0)" }.joined() + "e\(min(exponent, 0))"
    }

    /// One less in the last place of its digits.
    private func less(than text: String) -> String {
        let parts = text.split(separator: "e")
        var digits = Array((parts[0] + "0").utf8)
        var index = digits.count - 1
        while digits[index] == UInt8(ascii: "0") {
            digits[index] = UInt8(ascii: "9")
            index -= 1
        }
        digits[index] -= 1
        return String(decoding: digits, as: UTF8.self) + "e\((Int(parts[1]) ?? 0) - 1)"
    }

    private func multiply(_ digits: inout [Int], by factor: Int) {
        var carry = 0
        for index in digits.indices {
            let product = digits[index] * factor + carry
            digits[index] = product % 10
            carry = product / 10
        }
        while carry > 0 {
            digits.append(carry % 10)
            carry /= 10
        }
    }
}
