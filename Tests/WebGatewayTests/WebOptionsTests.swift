import Testing

@testable import WebGateway

@Suite struct WebOptionsTests {
    private func options(_ arguments: String...) throws -> WebOptions {
        guard case .serve(let options) = try WebOptions.parse(arguments) else { throw WebOptions.Fault("help") }
        return options
    }

    @Test("Without options it listens on loopback, at port 8722")
    func none() throws {
        let options = try options()
        #expect(options == WebOptions() && options.port == 8722 && options.address == nil && options.silence == 30)
    }

    @Test("Each option is read, with a space or an equals sign")
    func all() throws {
        let options = try options(
            "--port", "0", "--listen=192.168.1.5", "--socket", "/s", "--pages=/p", "--token-file", "/t", "--silence=5",
            "--allow-origin", "https://a.example", "--allow-origin=http://b:81", "--allow-host", "c.example")
        #expect(
            options.port == 0 && options.address == "192.168.1.5" && options.socket == "/s" && options.pages == "/p")
        #expect(options.tokenFile == "/t" && options.silence == 5)
        #expect(options.origins.map(\.description) == ["https://a.example", "http://b:81"])
        #expect(options.hosts.map(\.description) == ["c.example"])
    }

    @Test("Help is help, wherever it stands", arguments: [["--help"], ["-h"], ["--port", "1", "--help", "--what"]])
    func help(arguments: [String]) throws {
        #expect(try WebOptions.parse(arguments) == .help)
    }

    @Test("Each option is explained")
    func explained() throws {
        let fault = #expect(throws: WebOptions.Fault.self) { try WebOptions.parse(["--what"]) }
        let names = try #require(fault?.description.split(separator: "There are ").last).dropLast().split(
            separator: ", ")
        #expect(names.count == 8)
        for name in names { #expect(WebOptions.help.contains("  \(name) "), "\(name)") }
    }

    @Test(
        "A wrong command line is told in a sentence",
        arguments: [
            (["--prot", "1"], "no option --prot"), (["here"], "one argument too many"), (["--port"], "needs a value"),
            (["--port", "65536"], "0…65535"), (["--port", "-1"], "0…65535"), (["--port", "http"], "0…65535"),
            (["--port", "1", "--port", "2"], "given twice"), (["--silence", "0"], "1…3600"),
            (["--pages", ""], "needs a value"),
            (["--allow-origin", "null"], "every page without an origin"),
            (["--allow-origin", "kiosk.example"], "scheme"),
            (["--allow-origin", "https://a/b"], "scheme"), (["--allow-host", "http://a"], "name of a host"),
            (["--socket", "/a\u{0}b"], "needs a value"),
        ])
    func faults(arguments: [String], words: String) {
        let fault = #expect(throws: WebOptions.Fault.self) { try WebOptions.parse(arguments) }
        #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    }
}
