import FocusCore
import Foundation
import JSONLines
import Testing

@testable import TraceLines

/// Headers are read without Foundation; texts are compared with how Foundation writes them.
struct HeaderReadingTests {
    private func header(_ configuration: String) throws -> HeaderRecord {
        let text = "{\"format\":\"tapfocus-trace\",\"version\":1,\"configuration\":\(configuration)}"
        return try read(text)
    }

    private func read(_ text: String) throws -> HeaderRecord {
        try Array(text.utf8).withUnsafeBytes { whole in
            var scanner = JSONScanner(whole)
            return try scanner.headerRecord()
        }
    }

    @Test("A setting that is null counts as left out, and unknown ones are passed over")
    func nulls() throws {
        let nulls = try header(
            #"{"screen":null,"tap":null,"settle":{"deadline":null},"weather":[{}],"scene":{"sun":1}}"#)
        let empty = try header("{}")
        #expect(nulls.fault == nil && nulls.configuration == empty.configuration)
        #expect(try header("null").configuration.tap == Configuration().tap)
        #expect(try read(#"{"format":null,"version":1.0,"chart":null}"#).version == 1)
    }

    @Test(
        "A header with a value of the wrong kind is a fault",
        arguments: [
            #"{"format":1}"#, #"{"version":"1"}"#, #"{"configuration":[]}"#, #"{"configuration":{"screen":1}}"#,
            #"{"configuration":{"mirrored":"yes"}}"#, #"{"configuration":{"tap":{"longestTime":"long"}}}"#,
            #"{"configuration":{"crop":0.5}}"#, #"{"chart":"\u12"}"#, #"{"chart":"\q"}"#,
        ])
    func wrongKinds(text: String) {
        let line = "{\"format\":\"tapfocus-trace\",\"version\":2,\(text.dropFirst())"
        Array(line.utf8).withUnsafeBytes { whole in
            _ = #expect(throws: JSONFault.self) { try TraceRecord(whole) }
        }
    }

    @Test("Any text is escaped as Foundation escapes it, and read back")
    func texts() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var texts = (0...0x2100).compactMap(Unicode.Scalar.init).map { "a\(Character($0))b" }
        texts += ["", "\"", "\\\\\"", "C:\\dir/é\n", "🎥 camera", "\u{10ffff}"]
        for text in texts {
            var line = JSONLine()
            line.open("{")
            line.text("chart", text)
            line.close("}")
            let json = String(decoding: line.bytes, as: UTF8.self)
            let wanted = String(decoding: try encoder.encode(text), as: UTF8.self)
            if json != "{\"chart\":\(wanted)}" { Issue.record("\(json) should have \(wanted)") }
            #expect(try read(json).session.chart == text)
        }
    }

    @Test("Escapes that other programs write are read as they are meant")
    func escapes() throws {
        let text = #"{"chart":"\u0041\/\b\f\n\r\t\"\\\ud83c\udfa5\u00E9"}"#
        #expect(try read(text).session.chart == "A/\u{8}\u{c}\n\r\t\"\\🎥é")
    }
}
