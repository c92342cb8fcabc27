import Testing

@testable import WebGateway

/// What a request gets.
@Suite struct GatekeeperTests {
    private static let access = AccessList(port: 8722, origins: [Origin("https://shop.example")!])
    private static let gatekeeper = Gatekeeper(access)
    // The word is a token.
    private static let guarded = try! Gatekeeper(access, token: Token(file: Array("0123456789abcdef".utf8)))

    private static func request(
        _ method: String = "GET", _ path: String = "/", query: String? = nil, host: String? = "localhost:8722",
        origin: String? = nil, _ change: (inout WebRequest) -> Void = { _ in }
    ) -> WebRequest {
        var request = WebRequest(method: method, path: path, query: query, host: host, origin: origin)
        change(&request)
        return request
    }

    private static func webSocket(
        _ origin: String? = "http://localhost:8722", query: String? = nil, host: String? = "localhost:8722"
    ) -> WebRequest {
        request("GET", "/socket", query: query, host: host, origin: origin) { $0.isUpgrade = true }
    }

    @Test("Own pages are read by the page itself, without a reader from elsewhere")
    func ownPage() {
        let page = WebAnswer.page(PagePath("/")!, host: Authority("localhost:8722")!, reader: nil)
        #expect(Self.gatekeeper.answer(Self.request()) == page)
        #expect(Self.gatekeeper.answer(Self.request("HEAD")) == page)
        #expect(Self.gatekeeper.answer(Self.request(origin: "http://127.0.0.1:8722")) == page)
    }

    @Test("An allowed page may read files, and ask before whether it may")
    func allowedPage() {
        let shop = Origin("https://shop.example")!
        #expect(
            Self.gatekeeper.answer(Self.request("GET", "/tapfocus.js", origin: "https://shop.example"))
                == .page(PagePath("/tapfocus.js")!, host: Authority("localhost:8722")!, reader: shop))
        let question = Self.request("OPTIONS", "/tapfocus.js", origin: "https://shop.example") { $0.isPreflight = true }
        #expect(Self.gatekeeper.answer(question) == .preflight(reader: shop))
    }

    @Test(
        "Own pages and allowed ones get a WebSocket",
        arguments: [
            "http://localhost:8722", "http://127.0.0.1:8722", "http://[::1]:8722", "https://shop.example",
        ])
    func webSockets(origin: String) {
        #expect(Self.gatekeeper.answer(Self.webSocket(origin)) == .webSocket)
        #expect(Self.guarded.answer(Self.webSocket(origin, query: "token=0123456789abcdef")) == .webSocket)
        #expect(Self.gatekeeper.answer(Self.webSocket(origin, host: "[::1]:8722")) == .webSocket)
    }

    @Test(
        "Everything else is refused with the right status and a sentence that helps",
        arguments: [
            (request(host: nil), 400, "Host header"), (request(host: ""), 400, "Host header"),
            (request(host: "evil.example:8722"), 403, "--allow-host evil.example"),
            (request(host: "localhost:8722, localhost:8722"), 403, "no name of this server"),
            (request(origin: "https://evil.example"), 403, "--allow-origin https://evil.example"),
            (request(origin: "null"), 403, "give it an origin"), (request(origin: ""), 403, "give it an origin"),
            (request(origin: "http://localhost:8722, http://localhost:8722"), 403, "give it an origin"),
            (request("POST"), 405, "GET, HEAD"), (request("PUT", "/x.js"), 405, "GET"), (request("get"), 405, "GET"),
            (request("OPTIONS"), 405, "GET"), (request("OPTIONS", origin: "https://shop.example"), 405, "GET"),
            (request("OPTIONS", origin: "http://localhost:8722") { $0.isPreflight = true }, 405, "GET"),
            (request("POST") { $0.hasBody = true }, 413, "no body"),
            (request("POST") { $0.noteBody(length: "0, 5", isEncoded: false) }, 400, "Content-Length"),
            (request("GET", "/../x.js"), 404, "no such page"),
            (request("GET", "/.git/x.js"), 404, "no such page"), (request("GET", "/socket/"), 404, "no such page"),
            (request("GET", "/socket"), 426, "WebSocket"),
            (request("POST", "/socket", origin: "http://localhost:8722") { $0.isUpgrade = true }, 426, "WebSocket"),
            (webSocket(nil), 403, "Origin header"), (webSocket("null"), 403, "origin"),
            (webSocket("http://evil.example"), 403, "--allow-origin http://evil.example"),
            (webSocket("http://localhost:8723"), 403, "--allow-origin"),
            (webSocket("http://evil.example:8722", host: "evil.example:8722"), 403, "--allow-host"),
        ] as [(WebRequest, UInt32, String)])
    func refusals(request: WebRequest, status: UInt32, words: String) {
        guard case .refused(let refusal) = Self.gatekeeper.answer(request) else {
            Issue.record("\(request) was not refused")
            return
        }
        #expect(refusal.status.rawValue == status)
        #expect(refusal.sentence.contains(words), "\(refusal.sentence)")
    }

    @Test(
        "Other spellings of names of this machine are neither names of this server nor origins of its pages",
        arguments: [
            "127.1:8722", "2130706433:8722", "0x7f.0.0.1:8722", "0:8722", "0.0.0.0:8722", "localhost.:8722",
            "[::ffff:127.0.0.1]:8722", "[::1%25lo]:8722", "[0:0:0:0:0:0:0:1]:8722", "user@localhost:8722",
            "localhost:08722", "localhost\\:8722", "xn--localhost-9za:8722", "localhost:8722,evil.example",
            "localhost:8722 evil.example", "evil.example#localhost:8722", "localhost:8722\0",
        ])
    func spellings(name: String) {
        for request in [Self.request(host: name), Self.webSocket("http://\(name)"), Self.webSocket(host: name)] {
            guard case .refused(let refusal) = Self.gatekeeper.answer(request) else {
                Issue.record("\(request) was not refused")
                continue
            }
            #expect(refusal.status == .forbidden)
        }
    }

    @Test(
        "A length that is not one number is refused: the end of the body is not clear",
        arguments: [
            (nil, false, true, false), (nil, true, true, true), ("0", false, true, false), ("00", false, true, false),
            ("5", false, true, true), ("0", true, true, true), ("0, 0", false, false, true),
            ("0, 5", false, false, true), ("-1", false, false, true), ("+1", false, false, true),
            ("", false, false, true), ("99999999999999999999", false, false, true), ("0x5", false, false, true),
        ] as [(String?, Bool, Bool, Bool)])
    func bodies(length: String?, isEncoded: Bool, isClear: Bool, hasBody: Bool) {
        var request = Self.request()
        request.noteBody(length: length, isEncoded: isEncoded)
        #expect(request.isLengthClear == isClear && request.hasBody == hasBody)
    }

    @Test("A refusal that is sent without libsoup is a whole answer, with the headers of every other one")
    func refusalBytes() {
        let refusal = WebAnswer.Refusal(.badRequest, "It is not clear.")
        let text = String(decoding: refusal.bytes(phrase: "Bad Request", date: "today"), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && text.hasSuffix("\r\n\r\nIt is not clear.\n"))
        let headers = ["Date: today", "Connection: close", "Content-Length: 17", "X-Content-Type-Options: nosniff"]
        for header in headers { #expect(text.contains("\r\n\(header)\r\n"), "\(header)") }
        #expect(!String(decoding: refusal.bytes(phrase: "", date: nil), as: UTF8.self).contains("Date:"))
    }

    @Test(
        "Where there is a token, a WebSocket needs it, from allowed pages, too",
        arguments: [nil, "", "token=", "token=0123456789abcdeg", "token=0123456789abcdef0", "x=0123456789abcdef"])
    func tokens(query: String?) {
        for origin in ["http://localhost:8722", "https://shop.example"] {
            guard case .refused(let refusal) = Self.guarded.answer(Self.webSocket(origin, query: query)) else {
                Issue.record("\(query ?? "nil") was let in")
                return
            }
            #expect(refusal.status == .forbidden && refusal.sentence.contains("--token-file"))
            #expect(!refusal.sentence.contains("0123456789abcdef"))
        }
    }

    @Test("A token opens no door to foreign pages, and pages themselves need none")
    func tokenIsNotEnough() {
        let request = Self.webSocket("http://evil.example", query: "token=0123456789abcdef")
        guard case .refused(let refusal) = Self.guarded.answer(request) else {
            Issue.record("a foreign page was let in")
            return
        }
        #expect(refusal.sentence.contains("--allow-origin"))
        guard case .page = Self.guarded.answer(Self.request()) else {
            Issue.record("the page needs no token")
            return
        }
    }

    @Test("What comes from outside is shown without control characters, and not at any length")
    func shown() {
        let request = Self.request(host: "evil\u{1b}[31m\r\n\"" + String(repeating: "x", count: 5000))
        guard case .refused(let refusal) = Self.gatekeeper.answer(request) else { return }
        #expect(refusal.sentence.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        #expect(refusal.sentence.utf8.count < 400)
    }

    @Test("Pages may run wasm and workers of their own and talk to their own WebSocket, and hardly anything else")
    func policy() throws {
        let headers = AnswerHeaders.page(host: Authority("localhost:8722")!, reader: nil)
        let policy = try #require(headers.first { $0.name == "Content-Security-Policy" }?.value)
        let rules = policy.split(separator: "; ").map(String.init)
        #expect(rules.contains("default-src 'none'") && rules.contains("script-src 'self' 'wasm-unsafe-eval'"))
        #expect(rules.contains("worker-src 'self'") && rules.contains("frame-ancestors 'none'"))
        #expect(rules.contains("connect-src 'self' ws://localhost:8722 wss://localhost:8722"))
        #expect(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains("*"))
        let expected = [
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-cache"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Vary", "Origin"),
        ]
        for (name, value) in expected { #expect(headers.contains { $0.name == name && $0.value == value }) }
        #expect(headers.contains { $0.name == "Permissions-Policy" && $0.value.contains("camera=(self)") })
        #expect(!headers.contains { $0.name.hasPrefix("Access-Control") })
    }

    @Test("CORS headers name the allowed page, and only in answers to it")
    func crossOrigin() {
        let shop = Origin("https://shop.example")!
        let page = AnswerHeaders.page(host: Authority("localhost:8722")!, reader: shop)
        #expect(page.filter { $0.name.hasPrefix("Access-Control") }.map(\.value) == ["https://shop.example"])
        let preflight = AnswerHeaders.preflight(reader: shop)
        #expect(preflight.contains { $0 == ("Access-Control-Allow-Origin", "https://shop.example") })
        #expect(preflight.contains { $0 == ("Access-Control-Allow-Methods", "GET, HEAD") })
        for status in [WebAnswer.Status.forbidden, .notFound, .methodNotAllowed, .tooLarge, .upgradeRequired] {
            #expect(!AnswerHeaders.refusal(status).contains { $0.name.hasPrefix("Access-Control") })
        }
    }
}
