import Testing

@testable import KioskRuntime

@Suite struct PlainTextTests {
    @Test(
        "What could command a terminal is replaced, and everything else stays",
        arguments: [
            ("", ""), ("Integrated Camera: Intég 😀", "Integrated Camera: Intég 😀"),
            ("a\u{1b}[31mb", "a\u{fffd}[31mb"), ("a\u{7}\u{0}\r\tb", "a\u{fffd}\u{fffd}\u{fffd}\tb"),
            ("a\u{7f}\u{9b}2J", "a\u{fffd}\u{fffd}2J"), ("a\u{202e}b\u{2028}c", "a\u{fffd}b\u{fffd}c"),
            ("\tnie\u{200c}mand 👩\u{200d}🔧", "\tnie\u{200c}mand 👩\u{200d}🔧"),
        ])
    func replaced(text: String, wanted: String) {
        #expect(PlainText.line(text) == wanted && PlainText.lines(text) == wanted)
    }

    @Test("A line feed stays in a text of several lines only, and a limit cuts whole characters")
    func lines() {
        #expect(PlainText.line("a\nb") == "a\u{fffd}b" && PlainText.lines("a\nb") == "a\nb")
        #expect(PlainText.line("abc", limit: 2) == "ab" && PlainText.line("äöü", limit: 2) == "äö")
    }
}
