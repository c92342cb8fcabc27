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

    @Test(
        "The version is the version, before anything that is wrong",
        arguments: [["--version"], ["--port", "1", "--version", "--what"]])
    func version(arguments: [String]) throws {
        #expect(try WebOptions.parse(arguments) == .version)
    }

    @Test("Each option is explained")
    func explained() throws {
        let fault = #expect(throws: WebOptions.Fault.self) { try WebOptions.parse(["--what"]) }
        let names = try #require(fault?.description.split(separator: "There are ").last).dropLast().split(
            separator: ", ")
        #expect(names.count == 9)
        for name in names + ["-h, --help", "--version", "--man"] {
            #expect(WebOptions.help.contains("  \(name) "), "\(name)")
        }
    }

    @Test(
        "A lone slash behind an origin says nothing: a browser's address bar puts it there",
        arguments: [
            ("http://localhost:3000/", "http://localhost:3000"), ("http://[::1]:3000/", "http://[::1]:3000"),
            ("https://Kiosk.Example:443/", "https://kiosk.example"),
        ])
    func slash(value: String, meaning: String) throws {
        #expect(try options("--allow-origin", value).origins.map(\.description) == [meaning])
    }

    @Test(
        "What is missing in an origin or too much is named, and what may have been meant",
        arguments: [
            ("localhost:3000", "no scheme", "http://localhost:3000"),
            ("localhost:3000/", "no scheme", "http://localhost:3000"),
            ("kiosk.example", "no scheme", "http://kiosk.example"),
            ("kiosk.example/?to=http://a", "no scheme and a query", "http://kiosk.example"),
            ("http://localhost:3000/page", "a path", "http://localhost:3000"),
            ("http://localhost:3000//", "a path", "http://localhost:3000"),
            ("http://localhost:3000?simulated", "a query", "http://localhost:3000"),
            ("https://a:443/?x#y", "a query and a fragment", "https://a"),
            ("https://a/#", "a fragment", "https://a"), ("https://me:word@a", "a user", "https://a"),
            ("http://me@a/b?c", "a user and a path and a query", "http://a"), ("http://", "no host", nil),
            ("file:///page", "a path and no host", nil), ("", "no scheme and no host", nil),
            ("http://localhost:", "no valid port", nil), ("http://localhost:70000/", "no valid port", nil),
            ("https://*.example", "no valid host", nil), ("http://a, http://b", "a path and no valid host", nil),
            ("ht tp://a", "no valid scheme", nil),
        ] as [(String, String, String?)])
    func originFaults(value: String, faults: String, meant: String?) {
        let fault = #expect(throws: WebOptions.Fault.self) { try WebOptions.parse(["--allow-origin", value]) }
        let words = fault?.description ?? ""
        let question = meant.map { " Did you mean \($0)?" } ?? ""
        #expect(words.hasSuffix("a port. \"\(value)\" has \(faults).\(question)"), "\(words)")
    }

    @Test(
        "A wrong command line is told in a sentence",
        arguments: [
            (["--prot", "1"], "no option --prot. Did you mean \"--port\"?"),
            (["--allow-origni=https://a"], "no option --allow-origni. Did you mean \"--allow-origin\"?"),
            (["--versoin"], "Did you mean \"--version\"?"), (["--hlep"], "Did you mean \"--help\"?"),
            (["--simulated-camera"], "no option --simulated-camera. There are"),
            (["here"], "one argument too many"), (["--port"], "needs a value"),
            (["--port", "65536"], "0…65535"), (["--port", "-1"], "0…65535"), (["--port", "http"], "0…65535"),
            (["--port", "1", "--port", "2"], "given twice"), (["--silence", "0"], "1…3600"),
            (["--pages", ""], "needs a value"),
            (["--allow-origin", "null"], "every page without an origin"),
            (["--allow-origin", "kiosk.example"], "scheme"),
            (["--allow-origin", "https://a/b"], "has a path"), (["--allow-host", "http://a"], "name of a host"),
            (["--socket", "/a\u{0}b"], "needs a value"),
        ] as [([String], String)])
    func faults(arguments: [String], words: String) {
        let fault = #expect(throws: WebOptions.Fault.self) { try WebOptions.parse(arguments) }
        #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    }
}
