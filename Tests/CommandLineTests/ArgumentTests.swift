import Testing

@testable import tapfocus

@Suite struct ArgumentTests {
    private let command = Command(
        name: "try", arguments: ["A", "B"], summary: "",
        options: [
            Option(name: "name", value: "VALUE", help: ""), Option(name: "flag", value: nil, help: ""),
        ], body: { _ in .fine })

    private func parse(_ arguments: String...) throws -> ParsedArguments {
        try ParsedArguments(arguments, for: command)
    }

    @Test("Options may stand anywhere, with a space or an equals sign, and hold anything")
    func options() throws {
        for arguments in [["--name", "v", "1", "2"], ["1", "--name=v", "2"], ["1", "2", "--name", "v"]] {
            let parsed = try ParsedArguments(arguments, for: command)
            #expect(parsed["name"] == "v" && parsed.positional == ["1", "2"] && !parsed.has("flag"))
        }
        #expect(try parse("--name=a=b", "1", "2")["name"] == "a=b")
        #expect(try parse("--name=", "1", "2")["name"]?.isEmpty == true)
        #expect(try parse("--name", "--flag", "1", "2")["name"] == "--flag")
        #expect(try parse("--flag", "1", "2").has("flag"))
    }

    @Test("Negative numbers, a lone minus, and everything behind two of them are arguments")
    func positional() throws {
        #expect(try parse("-1", "-0.5e3").positional == ["-1", "-0.5e3"])
        #expect(try parse("-", "-.5").positional == ["-", "-.5"])
        #expect(try parse("--", "--flag", "--name").positional == ["--flag", "--name"])
        #expect(try parse("1", "--", "--").positional == ["1", "--"])
    }

    @Test("Help is wanted whatever else is missing")
    func help() throws {
        #expect(try parse("--help").wantsHelp)
        #expect(try parse("1", "2", "3", "-h").wantsHelp)
        #expect(try !parse("--", "--help", "-h").wantsHelp)
    }
}
