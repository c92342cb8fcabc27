import FocusCore
import Foundation
import Testing

@testable import TraceLines

/// Headers are read without Foundation, and compared with how Foundation reads them.
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

    /// All settings, each number another one.
    private func allSettings() throws -> String {
        var configuration = Configuration()
        configuration.unlockAfter = .milliseconds(60_000)
        configuration.view.screen = ScreenSize(width: 1920, height: 1080)
        configuration.view.view = ViewRectangle(x: 1, y: 2, width: 3, height: 4)
        configuration.view.calibration = .identity
        let text = String(decoding: try JSONEncoder().encode(EngineSettings(configuration)), as: UTF8.self)
        var count = 0.0
        return text.replacing(/([:\[,])-?[0-9][-+.e0-9]*/) { match in
            count += 1.25
            return "\(match.1)\(count)"
        }
    }

    @Test("Each setting of a header is read as Foundation's decoder reads it")
    func settings() throws {
        let text = try allSettings()
        let wanted = try JSONDecoder().decode(EngineSettings.self, from: Data(text.utf8))
        #expect(try header(text).configuration == wanted)
        // Each is there: of an empty object nothing would differ.
        let encoded = String(decoding: try JSONEncoder().encode(wanted), as: UTF8.self)
        for key in EngineSettings.knownKeys.compactMap({ $0.split(separator: ".").last }) {
            #expect(encoded.contains("\"\(key)\":"))
        }
    }

    @Test("A setting that is null counts as left out, and unknown ones are passed over")
    func nulls() throws {
        let nulls = try header(
            #"{"screen":null,"tap":null,"settle":{"deadline":null},"weather":[{}],"scene":{"sun":1}}"#)
        var wanted = EngineSettings()
        wanted.settle = EngineSettings.Settle()
        wanted.scene = EngineSettings.Scene()
        #expect(nulls.configuration == wanted)
        #expect(try header("null").configuration == EngineSettings())
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
        #expect(throws: JSONFault.self) { try read(text) }
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
