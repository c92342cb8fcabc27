import FocusCore
import Foundation
import JSONLines
import SimulatedDevices
import Testing

@testable import TraceLines

@Suite struct NumberTests {
    private func number(_ text: String) throws -> Double {
        try Array(text.utf8).withUnsafeBytes { whole in
            var scanner = JSONScanner(whole)
            return try scanner.number()
        }
    }

    private func integer<Value: FixedWidthInteger>(_ text: String, _ type: Value.Type) throws -> Value {
        try Array(text.utf8).withUnsafeBytes { whole in
            var scanner = JSONScanner(whole)
            return try scanner.integer(type)
        }
    }

    @Test("The quick way of reading decimals gives what strtod gives, to the bit")
    func quickNumbers() throws {
        var random = RandomInputs(seed: 77)
        for _ in 0..<100_000 {
            var text = random.chance(0.3) ? "-" : ""
            for _ in 0...random.below(10) { text += "\(random.below(10))" }
            if random.chance(0.8) {
                text += "."
                for _ in 0...random.below(12) { text += "\(random.below(10))" }
            }
            if random.chance(0.1) { text += "e\(random.below(40) - 20)" }
            let value = try number(text)
            let wanted = strtod(text, nil)
            if value.bitPattern != wanted.bitPattern { Issue.record("\(text) was read as \(value), not \(wanted)") }
        }
    }

    @Test(
        "Decimals at the limits of the quick way are read correctly",
        arguments: [
            "0", "-0", "-0.0", "0.000000000000000001", "9007199254740991", "9007199254740992", "9007199254740993",
            "900719925474099.3", "999999999999999999", "9999999999999999999", "123456789012345678901234567890",
            "0.1234567890123456789", "1e308", "1e309", "5e-324", "1e-400", "2.2250738585072011e-308", "4.35E+1",
            "00012",
        ])
    func limits(text: String) throws {
        #expect(try number(text).bitPattern == strtod(text, nil).bitPattern)
    }

    @Test("Integers of any width read back, and one more or less is a fault")
    func integers() throws {
        func check<Value: FixedWidthInteger>(_ type: Value.Type) throws {
            for value in [Value.min, 0, 1, Value.max] {
                var line = JSONLine()
                line.integer(value)
                #expect(try integer(String(decoding: line.bytes, as: UTF8.self), type) == value)
            }
            #expect(throws: JSONFault.self) { try integer("\(Value.max)0", type) }
            #expect(throws: JSONFault.self) { try integer("\(Value.min)9".replacing("09", with: "-1"), type) }
        }
        try check(Int64.self)
        try check(UInt64.self)
        try check(Int32.self)
        try check(UInt32.self)
        #expect(throws: JSONFault.self) { try integer("9223372036854775808", Int64.self) }
        #expect(throws: JSONFault.self) { try integer("-9223372036854775809", Int64.self) }
    }

    @Test("Numbers that JSON does not have are written as strings and read back")
    func notFinite() throws {
        #expect(try number("\"inf\"") == .infinity)
        #expect(try number("\"-inf\"") == -.infinity)
        #expect(try number("\"nan\"").isNaN)
        #expect(throws: JSONFault.self) { try number("\"one\"") }
    }
}
