import Foundation
import Glibc
import Testing

@testable import KioskRuntime

/// The program serves its folder of pages, and nothing else.
@Suite(.serialized) struct PagesTests {
    private static let wasm: [UInt8] = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

    private func rig(_ arguments: String...) throws -> WebRig {
        try WebRig("--allow-origin", "https://shop.example", hasDaemon: false) { folder in
            let pages = folder + "/pages"
            try "export let a = 1\n".write(toFile: pages + "/tapfocus.js", atomically: false, encoding: .utf8)
            try Data(Self.wasm).write(to: URL(fileURLWithPath: pages + "/measure.wasm"))
            try "secret".write(toFile: folder + "/secret.txt", atomically: false, encoding: .utf8)
            try "hidden".write(toFile: pages + "/.hidden.txt", atomically: false, encoding: .utf8)
            try "#!".write(toFile: pages + "/run.sh", atomically: false, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: pages + "/folder.js", withIntermediateDirectories: true)
            for (link, target) in [
                ("out.txt", folder + "/secret.txt"), ("up.txt", "../secret.txt"), ("in.txt", "tapfocus.js"),
                ("loop.txt", "loop.txt"),
                ("root", "/"),
            ] {
                try FileManager.default.createSymbolicLink(atPath: pages + "/" + link, withDestinationPath: target)
            }
            mkfifo(pages + "/pipe.txt", 0o600)
            try "unreadable".write(toFile: pages + "/unreadable.txt", atomically: false, encoding: .utf8)
            chmod(pages + "/unreadable.txt", 0)
            close(try LocalSocket.listen(at: pages + "/socket.txt"))
        }
    }

    @Test("A file that this user may not read is not there")
    func unreadable() throws {
        let rig = try rig()
        let path = rig.folder + "/pages/unreadable.txt"
        // The superuser may read everything.
        let mayRead = access(path, R_OK) == 0
        #expect(try rig.get("/unreadable.txt").status == (mayRead ? 200 : 404))
        #expect(!mayRead || getuid() == 0)
    }

    @Test("A path's percent signs are resolved once: what would be another path after a second time is not there")
    func decodedOnce() throws {
        let rig = try rig()
        for (path, status) in [
            ("/tapfocus%2ejs", 200), ("/tapfocus%252ejs", 404), ("/t%61pfocus.js", 200), ("/t%2561pfocus.js", 404),
            ("/%252e%252e/secret.txt", 404), ("/%252e%252e%252fsecret.txt", 404),
            ("/a%252f..%252f..%252fsecret.txt", 404),
            ("/%25252e%25252e/secret.txt", 404), ("/%25252e/tapfocus.js", 404), ("/tapfocus.js%2500.txt", 404),
            ("/tapfocus%25252ejs", 404), ("/%2f", 404), ("/%73ocket", 426), ("/%2573ocket", 404),
        ] {
            let answer = try rig.get(path)
            #expect(answer.status == status && !answer.text.contains("secret"), "\(path): \(answer.status)")
        }
    }

    @Test("Files have their types, their policy and a tag; HEAD has no body; what has not changed is not sent again")
    func files() throws {
        let rig = try rig()
        let page = try rig.get("/")
        #expect(page.status == 200 && page.text == "<!doctype html>\n")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["content-security-policy"]?.contains("'wasm-unsafe-eval'") == true)
        #expect(page.headers["content-security-policy"]?.contains("ws://localhost:\(rig.port)") == true)
        #expect(page.headers["x-content-type-options"] == "nosniff" && page.headers["cache-control"] == "no-cache")
        #expect(page.headers["server"] == nil)
        let module = try rig.get("/tapfocus.js?version=1")
        #expect(module.status == 200 && module.headers["content-type"] == "text/javascript; charset=utf-8")
        let wasm = try rig.get("/measure.wasm")
        #expect(wasm.headers["content-type"] == "application/wasm" && wasm.body == Self.wasm)
        let head = try rig.get("/measure.wasm", method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "8")
        let tag = try #require(wasm.headers["etag"])
        let unchanged = try rig.get("/measure.wasm", "If-None-Match: \(tag)")
        #expect(unchanged.status == 304 && unchanged.body.isEmpty && unchanged.headers["etag"] == tag)
        try Data([1]).write(to: URL(fileURLWithPath: rig.folder + "/pages/measure.wasm"))
        let changed = try rig.get("/measure.wasm", "If-None-Match: \(tag)")
        #expect(changed.status == 200 && changed.body == [1] && changed.headers["etag"] != tag)
        #expect(try rig.get("/in.txt").text == "export let a = 1\n")
    }

    @Test("Nothing outside the folder, hidden, or of another kind is served, however it is asked for")
    func outside() throws {
        let rig = try rig()
        for path in [
            "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/a/../../secret.txt", "/%2e%2e%2fsecret.txt",
            "/..%5csecret.txt", "//\(rig.folder)/secret.txt", "/out.txt", "/up.txt", "/loop.txt",
            "/root/etc/hostname.txt",
            "/.hidden.txt", "/%2ehidden.txt", "/run.sh", "/folder.js", "/folder.js/", "/pipe.txt", "/socket.txt",
            "/missing.txt",
            "/index.html%00.txt", "/index.html/", "/index.html/a.txt", "/folder.js/../index.html/x.txt",
        ] {
            let answer = try rig.get(path)
            // libsoup itself refuses some of them, as no addresses at all.
            #expect([400, 404].contains(answer.status), "\(path)")
            #expect(!answer.text.contains("secret") && !answer.text.contains("hidden"), "\(path)")
        }
        // A NUL is no part of a request at all, and an address of another kind is none of ours.
        for line in ["GET /in\u{0}dex.html HTTP/1.1", "GET secret.txt HTTP/1.1", "GARBAGE", "GET / HTTP/9.9"] {
            let answer = try rig.ask(line, "Host: localhost:\(rig.port)")
            #expect(answer.status != 200, "\(line)")
        }
        #expect(try rig.get("/").status == 200)
    }

    @Test("Only reading is allowed; a body is not even awaited")
    func methods() throws {
        let rig = try rig()
        for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "OPTIONS", "BREW"] {
            let answer = try rig.get(method == "CONNECT" ? "localhost:\(rig.port)" : "/", method: method)
            #expect(400...499 ~= answer.status, "\(method): \(answer.status)")
        }
        #expect(try rig.get("/", method: "PUT").headers["allow"] == "GET, HEAD, OPTIONS")
        let long = try rig.ask(
            "POST / HTTP/1.1", "Host: localhost:\(rig.port)", "Content-Length: 10", body: Array("0123456789".utf8))
        #expect(long.status == 413)
    }

    @Test(
        "A foreign name and a foreign page are refused with a sentence",
        arguments: [
            (["Host: evil.example"], "--allow-host evil.example"), (["Host: localhost"], "no name of this server"),
            (["Host: localhost:PORT", "Host: localhost:PORT"], "no name of this server"),
            (["Host: localhost:PORT", "Origin: http://evil.example"], "--allow-origin http://evil.example"),
            (["Host: localhost:PORT", "Origin: null"], "give it an origin"),
            (["Host: localhost:PORT", "Origin: http://localhost:PORT", "Origin: http://localhost:PORT"], "origin"),
        ])
    func foreign(headers: [String], words: String) throws {
        let rig = try rig()
        let client = try RawConnection(port: rig.port)
        let lines = ["GET / HTTP/1.1", "Connection: close"] + headers + ["", ""]
        let text = lines.joined(separator: "\r\n").replacingOccurrences(of: "PORT", with: "\(rig.port)")
        try client.send(Array(text.utf8), rig)
        try rig.wait("the answer") { client.receive() }
        let answer = HTTPAnswer(client.received)
        #expect(answer.status == 403 && answer.text.contains(words), "\(answer.status) \(answer.text)")
        try rig.wait("the log") { rig.errors.contains("refused a request") }
    }

    @Test("An allowed page of another server gets CORS headers, and its question before; our own page needs none")
    func crossOrigin() throws {
        let rig = try rig()
        let module = try rig.get("/tapfocus.js", "Origin: https://shop.example")
        #expect(module.status == 200 && module.headers["access-control-allow-origin"] == "https://shop.example")
        #expect(module.headers["vary"] == "Origin")
        let question = try rig.get(
            "/measure.wasm", "Origin: https://shop.example", "Access-Control-Request-Method: GET", method: "OPTIONS")
        #expect(question.status == 204 && question.headers["access-control-allow-methods"] == "GET, HEAD")
        #expect(question.headers["access-control-allow-origin"] == "https://shop.example")
        let own = try rig.get("/tapfocus.js", "Origin: http://localhost:\(rig.port)")
        #expect(own.status == 200 && own.headers["access-control-allow-origin"] == nil)
    }

    @Test("Of requests that come in one piece only the first is answered: none is smuggled in behind it")
    func pipelined() throws {
        let rig = try WebRig(hasDaemon: false)
        let host = "Host: localhost:\(rig.port)\r\n"
        let second = "GET /none.html HTTP/1.1\r\n\(host)\r\n"
        let length = "Content-Length: \(second.utf8.count)\r\n"
        for (first, statuses) in [
            ("GET / HTTP/1.1\r\n\(host)\r\n", [200]), ("HEAD / HTTP/1.1\r\n\(host)\r\n", [200]),
            ("POST / HTTP/1.1\r\n\(host)\(length)\r\n", [413]),
            ("POST / HTTP/1.1\r\n\(host)\(length)Content-Length: 0\r\n\r\n", [400]),
            // Newer versions of libsoup refuse this one themselves.
            ("POST / HTTP/1.1\r\n\(host)\(length)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400, 413]),
        ] {
            let client = try RawConnection(port: rig.port)
            try client.send(Array((first + second).utf8), rig)
            try rig.wait("the end of the connection") { client.receive() }
            let text = String(decoding: client.received, as: UTF8.self)
            #expect(statuses.contains(HTTPAnswer(client.received).status), "\(first): \(text)")
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(first): \(text)")
        }
    }

    @Test("Each answer says that it is the last one of its connection, which then ends")
    func lastAnswer() throws {
        let rig = try WebRig(hasDaemon: false)
        for request in ["GET / HTTP/1.1", "HEAD / HTTP/1.1", "GET /none.html HTTP/1.1", "PUT / HTTP/1.1"] {
            let client = try RawConnection(port: rig.port)
            try client.send(Array("\(request)\r\nHost: localhost:\(rig.port)\r\n\r\n".utf8), rig)
            try rig.wait("the end of the connection") { client.receive() }
            #expect(HTTPAnswer(client.received).headers["connection"] == "close", "\(request)")
        }
    }
}
