import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import TraceLines

/// JSON5 is read without Foundation, and compared with how Foundation reads it.
@Suite struct JSON5Tests {
    private struct Values: SettingGroup, Decodable, Equatable {
        var number: Double?
        var text: String?
        var list: [Double]?

        mutating func describe(_ visitor: inout some SettingVisitor) {
            if case .number(let given)? = visitor.visit(Setting("number", .number(.described), ""), .absent) {
                number = given
            }
            if case .text(let given)? = visitor.visit(Setting("text", .text, ""), .absent) { text = given }
            if case .numbers(let given)? = visitor.visit(Setting("list", .numbers(nil), ""), .absent) { list = given }
        }
    }

    private static func read(_ text: String) throws -> Values {
        var values = Values()
        try JSON5Text(text.utf8).read(into: &values)
        return values
    }

    private static func foundation(_ text: String) throws -> Values {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decode(Values.self, from: Data(text.utf8))
    }

    @Test(
        "A text is read as Foundation reads it",
        arguments: [
            "{}", "{number: 1}", "{'number': +1.5,}", "{\"number\": .5}", "{number: 5.}", "{number: -0x1F}",
            "{number: 0XaB}", "{number: 1e3}", "{number: 1.E-2}", "{number: -.5e+1}", "{number: 0}", "{number: null}",
            "{list: []}", "{list: [1,]}", "{list: [1, 2 , .3 ]}", "{list: [ /* none */ ]}",
            "// c\n{/**/number/***/:1}// end",
            "{text: 'a\"b'}", "{text: \"it's\"}", "{text: 'it\\'s'}",
            "{text: 'é🎥'}", "{text: '// no comment /* either */'}", "{text: ''}",
            "\t{\u{b}number\u{c}:\r\n1}",
        ])
    func same(text: String) throws {
        #expect(try Self.read(text) == Self.foundation(text), "\(text)")
    }

    @Test(
        "Escapes, a line that goes on, a byte order mark and other spaces are JSON5, though Foundation refuses them",
        arguments: [
            ("{text: '\\x41\\u00e9\\v\\0\\n\\t\\\\\\/'}", nil, "Aé\u{b}\0\n\t\\/"),
            ("{text: 'a\\\nb'}", nil, "ab"), ("\u{feff}{ number : 1 }", 1, nil),
            ("{\u{a0}number\u{2003}:\u{2028}1\u{2029}}", 1, nil),
        ] as [(String, Double?, String?)])
    func more(text: String, number: Double?, word: String?) throws {
        #expect(try Self.read(text) == Values(number: number, text: word))
    }

    @Test(
        "A text that is not JSON5 is refused, as by Foundation",
        arguments: [
            "", "{", "{number: 01}", "{number: +}", "{number: 0x}", "{number: 1e}", "{number: .}", "{number: 1,,}",
            "{number: -}", "{,}", "{number 1}", "{text: 'a}", "{text: 'a\nb'}", "{text: '\\1'}", "{text: '\\u12'}",
            "{text: '\\xg0'}", "{number: truth}", "{list: [1 2]}", "{list: [,]}", "{number: 1} 2", "{number: 1}}",
            "{/* number: 1}", "{number: 1--2}", "{text: a}",
        ])
    func refused(text: String) throws {
        #expect(throws: (any Error).self, "\(text)") { try Self.read(text) }
        #expect(throws: (any Error).self, "\(text)") { try Self.foundation(text) }
    }

    @Test("What is not finite is a number that no range contains")
    func notFinite() throws {
        #expect(try Self.read("{number: -Infinity}").number == -.infinity)
        #expect(try Self.read("{number: NaN}").number?.isNaN == true)
    }

    @Test("Anything that is cut or changed is read as by Foundation, or refused", arguments: [UInt64(31), 32])
    func mutants(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let text = Array("{ // c\n 'text': \"0,0,1x1\", number: 0x1f, list: [0, .5, 1., 1e0,], /* d */ }".utf8)
        let marks = Array("{}[]:,'\"/*\n\\.+-e0x".utf8)
        for _ in 0..<3000 {
            var mutant = text
            mutant[Int.random(in: 0..<text.count, using: &random)] = marks.randomElement(using: &random) ?? 0
            let string = String(decoding: mutant, as: UTF8.self)
            // Foundation's decoder traps on an exponent that ends with its sign.
            guard !string.contains(/[eE][+\-](?![0-9])/), let mine = try? Self.read(string) else { continue }
            if let wanted = try? Self.foundation(string), mine != wanted {
                Issue.record("\(string): \(mine) should be \(wanted)")
            }
        }
    }

    @Test("The line of a fault is that of the text", arguments: ["\n", "\r\n", "\r"])
    func lines(end: String) throws {
        let text = ["{", "// a comment", "/* two", "lines */ text: 'a',", "  number: 'x',", "}"].joined(separator: end)
        let json5 = try JSON5Text(text.utf8)
        var values = Values()
        let fault = #expect(throws: SettingFault.self) { try json5.read(into: &values) }
        #expect(fault.map { json5.line(at: $0.place) } == 5 && fault?.key == "number" && values == Values())
        let cut = #expect(throws: JSON5Text.Fault.self) { try JSON5Text("{\(end)\(end) number: 1 text: 2}".utf8) }
        #expect(cut?.line == 3 && cut?.expected == "a comma or the end of the object")
    }
}
