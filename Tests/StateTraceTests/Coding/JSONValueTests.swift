import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

@Suite("JSON of any value")
struct JSONValueTests {
    private struct Shape: Codable, Equatable {
        enum Kind: Codable, Equatable {
            case none
            case round(radius: Double)
        }

        var name = "a \"b\" / \u{1}\t\n\u{7f}é"
        var kinds: [Kind] = [.none, .round(radius: 0.1), .round(radius: 640)]
        var large = UInt64.max
        var small = Int64.min
        var byte: UInt8? = 7
        var nothing: Int?
        var isTrue = true
        var short: Float = 0.25
        var ratios: [String: Double] = ["Z": 1e-9, "a": -0.0, "A1": 1e300, "a2": 123_456_789]
    }

    private func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONValueEncoder.value(of: value).bytes, as: UTF8.self)
    }

    @Test("The bytes are those of Foundation's encoder, which wrote older snapshots")
    func bytes() throws {
        #expect(try text(Shape()) == foundation(Shape()))
        var engine = Engine(configuration: Configuration().with { $0.view = .simulatedKiosk })
        var kiosk = SimulatedKiosk(configuration: Configuration().with { $0.view = .simulatedKiosk }, story: .demo)
        var steps = 0
        var differences = 0
        kiosk.run { input, _ in
            _ = engine.step(input)
            steps += 1
            guard steps % 25 == 0, let bytes = try? foundation(engine), let ours = try? text(engine) else { return }
            if bytes != ours { differences += 1 }
        }
        #expect(steps > 100 && differences == 0)
    }

    @Test("A value that was written is read back the same, also from several lines")
    func back() throws {
        let bytes = try JSONValueEncoder.value(of: Shape()).bytes
        let value = try #require(JSONValue(bytes))
        #expect(try JSONValueDecoder.decode(Shape.self, from: value) == Shape())
        let lines = "{\n \"one\" : [ 1,\n 2 ] }\n"
        let several = try #require(JSONValue(lines.utf8))
        #expect(try JSONValueDecoder.decode([String: [Int]].self, from: several) == ["one": [1, 2]])
    }

    @Test(
        "What does not fit is refused, by kind",
        arguments: [
            (#"{"byte":256}"#, "corrupted"), (#"{"byte":1.5}"#, "corrupted"), (#"{"byte":"1"}"#, "type"),
            (#"{"byte":null}"#, "nothing"), ("{}", "no key"), ("[]", "type"),
        ])
    func refused(text: String, kind: String) throws {
        struct Byte: Decodable { var byte: UInt8 }
        let value = try #require(JSONValue(text.utf8))
        let error = #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(Byte.self, from: value) }
        let found =
            switch error {
            case .dataCorrupted?: "corrupted"
            case .typeMismatch?: "type"
            case .valueNotFound?: "nothing"
            case .keyNotFound?: "no key"
            default: "none"
            }
        #expect(found == kind)
    }

    @Test("Brackets without end, and text behind the value, are no JSON")
    func noJSON() {
        for text in [String(repeating: "[", count: 100_000), "{} {}", "", "tru", "[1,]", "\"a"] {
            #expect(JSONValue(text.utf8) == nil, "\(text.prefix(9))")
        }
    }
}
