import FocusCore
import JSONLines
import StateTrace
import Testing

@testable import tapfocus

/// Settings that nothing of the program knows: whatever is done with a setting comes from its one line.
private struct TorchSettings: SettingGroup, Equatable {
    var brightness = 0.5

    mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field("brightness", &brightness, in: 0...1, unit: "share", "the light of the torch; a choice")
    }
}

@Suite struct NewSettingTests {
    private func read(_ text: String) throws -> TorchSettings {
        var settings = TorchSettings()
        try JSON5File(text: text, name: "torch").read(into: &settings, listedIn: "Torch.md")
        return settings
    }

    @Test("A new setting is one line: it is read, written, checked, set, listed and documented")
    func oneLine() throws {
        var settings = try read("{ brightness: .75, }")
        #expect(settings.brightness == 0.75)
        var line = JSONLine()
        line.settings(settings)
        #expect(String(decoding: line.bytes, as: UTF8.self) == #"{"brightness":0.75}"#)
        for (text, words) in [
            ("{ brightness: 2 }", "brightness: expected a number, 0.0…1.0."),
            ("{ brightness: '2' }", "brightness: expected a number."),
            ("{ brightnes: 1 }", "unknown key \"brightnes\". Did you mean \"brightness\"?"),
        ] {
            let fault = #expect(throws: JSON5File.Fault.self) { try read(text) }
            #expect(fault?.message == words)
        }
        let entry = try #require(SettingList(settings).entries.first)
        try settings.set(entry.key, to: try #require(entry.setting.value(of: "0.25")))
        #expect(settings.brightness == 0.25)
        #expect(throws: SettingError(key: "brightness", expected: "a number, 0.0…1.0")) {
            try settings.set(entry.key, to: .number(7))
        }
        #expect(
            SettingList(TorchSettings()).entries.map(\.row) == [
                "| `brightness` | share, 0…1 | 0.5 | the light of the torch; a choice |"
            ])
    }
}
