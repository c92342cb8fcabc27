import Testing

@testable import tapfocus

@Suite struct ProbeNamesTests {
    @Test("A device's name commands no terminal, and forges no line")
    func names() {
        #expect(ProbeWords.shown(["cam\u{1b}[2J\nera", "next"]) == "cam\u{fffd}[2J\u{fffd}era\nnext")
    }
}
