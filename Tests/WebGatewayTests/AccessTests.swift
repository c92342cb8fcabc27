import Testing

@testable import WebGateway

/// Which names and which pages are let in.
@Suite struct AccessTests {
    @Test(
        "A host and its port are read as a browser writes them",
        arguments: [
            ("localhost", "localhost", nil), ("LocalHost:8722", "localhost", 8722), ("[::1]:8722", "[::1]", 8722),
            ("[FE80::1]", "[fe80::1]", nil), ("kiosk-1.example_net:1", "kiosk-1.example_net", 1),
            ("127.0.0.1:65535", "127.0.0.1", 65_535),
        ] as [(String, String, UInt16?)])
    func hosts(text: String, host: String, port: UInt16?) {
        #expect(Authority(text) == Authority(host: host, port: port))
        #expect(Authority(Authority(text)!.description) == Authority(text))
    }

    @Test(
        "Whatever is no host is refused",
        arguments: [
            "", ":8722", "localhost:", "localhost:0", "localhost:08722", "localhost:65536",
            "localhost:99999999999999999999",
            "localhost:-1", "localhost:87 22", "local host", "localhost, localhost", "user@localhost", "localhost/",
            "[]",
            "[::1", "[::1]x", "[::1%25lo]", "::1", "[localhost]", "lo\u{0}calhost", "löcalhost", "localhost:８７２２", "*",
            String(repeating: "a", count: 254),
        ])
    func noHosts(text: String) {
        #expect(Authority(text) == nil)
    }

    @Test(
        "An origin is a scheme and a host; the scheme's own port says nothing",
        arguments: [
            ("http://localhost:8722", "http://localhost:8722"), ("HTTPS://Kiosk.Example:443", "https://kiosk.example"),
            ("http://kiosk:80", "http://kiosk"), ("https://kiosk:80", "https://kiosk:80"),
            ("chrome-extension://abc", "chrome-extension://abc"),
        ])
    func origins(text: String, meaning: String) {
        #expect(Origin(text)?.description == meaning)
    }

    @Test(
        "Whatever is no origin is refused",
        arguments: [
            "", "null", "http://", "http:/localhost", "//localhost", "://localhost", "localhost", "http://localhost/",
            "http://localhost:8722/page", "http://a b", "http://a, http://b", "ht tp://a", "http://user@host",
            "file://",
            String(repeating: "s", count: 33) + "://a",
        ])
    func noOrigins(text: String) {
        #expect(Origin(text) == nil)
    }

    private static let list = AccessList(
        port: 8722, hosts: [Authority("kiosk.example")!, Authority("other:99")!],
        origins: [Origin("https://shop.example")!])

    @Test(
        "Own names and allowed ones are let in, at the right port; all others are not",
        arguments: [
            ("localhost:8722", true), ("127.0.0.1:8722", true), ("[::1]:8722", true), ("LOCALHOST:8722", true),
            ("localhost", false), ("localhost:80", false), ("localhost:8723", false), ("localhost.:8722", false),
            ("127.0.0.2:8722", false), ("0.0.0.0:8722", false), ("[::]:8722", false), ("evil.example:8722", false),
            ("localhost.evil.example:8722", false), ("kiosk.example", true), ("kiosk.example:8722", true),
            ("kiosk.example:80", false), ("other:99", true), ("other", false), ("other:8722", false),
            ("shop.example", false),
        ])
    func names(host: String, isLetIn: Bool) throws {
        #expect(Self.list.admits(try #require(Authority(host))) == isLetIn)
    }

    @Test(
        "Own pages and allowed ones are let in; all others are not",
        arguments: [
            ("http://localhost:8722", true), ("http://127.0.0.1:8722", true), ("http://[::1]:8722", true),
            ("https://localhost:8722", false), ("http://localhost", false), ("http://localhost:8723", false),
            ("http://evil.example:8722", false), ("http://kiosk.example:8722", false), ("http://kiosk.example", false),
            ("https://kiosk.example", false), ("https://shop.example", true), ("https://shop.example:443", true),
            ("https://shop.example:8722", false), ("http://shop.example", false), ("https://a.shop.example", false),
            ("ws://localhost:8722", false), ("http://other:99", false), ("http://other", false),
        ])
    func pages(origin: String, isLetIn: Bool) throws {
        #expect(Self.list.admits(try #require(Origin(origin))) == isLetIn)
    }

    @Test(
        "A name that is allowed is none of a page: whoever answers under it needs an origin that is allowed",
        arguments: [
            ("https://kiosk.example", true), ("http://kiosk.example", false), ("http://kiosk.example:8722", false),
            ("http://booth.example:8722", true), ("http://booth.example", false), ("https://booth.example", false),
            ("http://192.168.1.5:8722", true), ("http://192.168.1.5", false),
        ])
    func pagesOfAllowedNames(origin: String, isLetIn: Bool) throws {
        let list = AccessList(
            port: 8722, listening: .address("192.168.1.5", isLoopback: false),
            hosts: [Authority("kiosk.example")!, Authority("booth.example")!],
            origins: [Origin("https://kiosk.example")!, Origin("http://booth.example:8722")!])
        #expect(list.admits(Authority("kiosk.example")!) && list.admits(Authority("booth.example:8722")!))
        #expect(list.admits(try #require(Origin(origin))) == isLetIn)
    }

    @Test("At port 80 browsers leave the port out, and at no other")
    func portOfHTTP() {
        let list = AccessList(port: 80)
        #expect(list.admits(Authority("localhost")!) && list.admits(Authority("localhost:80")!))
        #expect(list.admits(Origin("http://localhost")!) && list.admits(Origin("http://[::1]:80")!))
        #expect(!list.admits(Authority("localhost:8722")!) && !list.admits(Origin("https://localhost")!))
    }

    @Test(
        "The address that is listened on is a name, unless it means all addresses",
        arguments: [
            ("192.168.1.5", "192.168.1.5:8722", true), ("fd00::5", "[fd00::5]:8722", true),
            ("FE80::1", "[fe80::1]:8722", true), ("FE80::1", "[FE80::1]:8722", true),
            (nil, "0.0.0.0:8722", false), (nil, "[::]:8722", false), (nil, "localhost:8722", true),
            (nil, "192.168.1.5:8722", false),
        ] as [(String?, String, Bool)])
    func listening(address: String?, host: String, isLetIn: Bool) {
        let listening = address.map { Listening.address($0, isLoopback: false) } ?? .everywhere
        #expect(AccessList(port: 8722, listening: listening).admits(Authority(host)!) == isLetIn)
    }

    @Test(
        "A browser is told an address that leads to this server, and a person when others may reach it",
        arguments: [
            (.localhost, "localhost", false), (.everywhere, "localhost", true),
            (.address("127.0.0.1", isLoopback: true), "127.0.0.1", false),
            (.address("::1", isLoopback: true), "[::1]", false),
            (.address("192.168.1.5", isLoopback: false), "192.168.1.5", true),
            (.address("FE80::1", isLoopback: false), "[fe80::1]", true),
        ] as [(Listening, String, Bool)])
    func telling(listening: Listening, host: String, reachesOthers: Bool) {
        #expect(listening.host == host && listening.reachesOthers == reachesOthers)
    }

    private static let word = "abcdefghij-0123._~"

    @Test(
        "The token is the whole word of the first field of that name",
        arguments: [
            ("token=\(word)", true), ("simulated&token=\(word)", true), ("token=\(word)&x=1", true), (nil, false),
            ("", false), ("token", false), ("token=", false), ("token=\(word)x", false),
            ("token=\(word.dropLast())", false),
            ("token=\(word)\(word)", false), ("Token=\(word)", false), ("xtoken=\(word)", false),
            ("token=wrong&token=\(word)", false), ("token=\(word.uppercased())", false), ("\(word)", false),
        ] as [(String?, Bool)])
    func tokens(query: String?, isRight: Bool) throws {
        #expect(try Token(file: Array("\(Self.word)\n".utf8)).isIn(query) == isRight)
    }

    @Test(
        "A file that holds no token is refused with a sentence",
        arguments: [
            "", "\n", "short", "two words in one file", "abcdefghijklmnop&", String(repeating: "a", count: 257),
        ])
    func noTokens(content: String) {
        let fault = #expect(throws: TokenFault.self) { try Token(file: Array(content.utf8)) }
        #expect(fault?.description.contains("16 to 256") == true)
    }
}
