import FocusCore
import Foundation
import Glibc
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// A WebSocket is a connection to the control socket, for those who may have one.
@Suite(.serialized) struct WebSocketTests {
    private static func token(_ folder: String) throws {
        try "0123456789abcdef\n".write(toFile: folder + "/token", atomically: false, encoding: .utf8)
        chmod(folder + "/token", 0o600)
    }

    @Test("Requests go to the control socket, its lines come back; when the page goes, its connection there closes")
    func relay() throws {
        let rig = try WebRig()
        let page = try WebSocketClient(rig)
        #expect(page.handshake.status == 101)
        #expect(page.handshake.headers["sec-websocket-extensions"] == nil)
        try page.send("{\"request\":\"tap\",\"x\":0.5,\"y\":0.25,\"in\":\"picture\",\"id\":7}")
        #expect(try page.next() == "{\"event\":\"status\"}")
        #expect(rig.requests == [.tap(x: 0.5, y: 0.25, in: .picture, id: TapID(7))])
        try page.send(.text, Array("{\"request\":".utf8), isLast: false)
        try page.send(.more, Array("\"status\"}".utf8))
        #expect(try page.next() == "{\"event\":\"status\"}")
        try page.send(.close, [0x03, 0xe8])
        #expect(try page.closeCode() == 1000)
        try rig.wait("the client to leave") { rig.left.count == 1 }
    }

    @Test("Two pages have two connections, and a page that is torn away leaves like one that closes")
    func twoPages() throws {
        let rig = try WebRig()
        rig.answer = { server, _, client in server.send(Array("{\"client\":\(client)}\n".utf8), to: client) }
        let first = try WebSocketClient(rig)
        var second: WebSocketClient? = try WebSocketClient(rig)
        try first.send("{\"request\":\"status\"}")
        try second?.send("{\"request\":\"status\"}")
        let answers = Set([try first.next(), try #require(second).next()])
        #expect(answers == ["{\"client\":1}", "{\"client\":2}"])
        second = nil
        try rig.wait("the second client to leave") { rig.left.count == 1 }
        try first.send("{\"request\":\"status\"}")
        _ = try first.next()
        #expect(first.isOpen)
    }

    @Test("What is not passed on is answered with an error, and the connection stays")
    func refusals() throws {
        let rig = try WebRig()
        let page = try WebSocketClient(rig)
        for message in [
            "{\"request\":\"mark-trace\",\"text\":\"x\"}", "{\"request\":\"next-trace\"}", "garbage", "",
            "{\"request\":\"status\"}\n{\"request\":\"next-trace\"}",
            "{\"request\":\"status\",\"request\":\"next-trace\"}",
        ] {
            try page.send(message)
            let line = try page.next()
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["event"] as? String == "error" && object?["message"] is String, "\(line)")
        }
        #expect(rig.requests.isEmpty)
        try page.send("{\"request\":\"status\"}")
        #expect(try page.next() == "{\"event\":\"status\"}")
        #expect(rig.requests == [.status])
    }

    @Test(
        "A foreign page, a foreign name, no page at all, a wrong token: 403 and a sentence, and no connection to the daemon",
        arguments: [
            ("/socket?token=0123456789abcdef", nil, "http://evil.example", "--allow-origin http://evil.example"),
            ("/socket?token=0123456789abcdef", nil, "http://localhost:1", "--allow-origin"),
            ("/socket?token=0123456789abcdef", nil, "null", "give it an origin"),
            ("/socket?token=0123456789abcdef", nil, nil, "Origin header"),
            ("/socket?token=0123456789abcdef", "evil.example", "OWN", "--allow-host evil.example"),
            ("/socket", nil, "OWN", "--token-file"), ("/socket?token=", nil, "OWN", "--token-file"),
            ("/socket?token=0123456789abcdeg", nil, "OWN", "--token-file"),
            ("/socket?token=0123456789abcdef0", nil, "https://shop.example", "--token-file"),
        ] as [(String, String?, String?, String)])
    func strangers(path: String, host: String?, origin: String?, words: String) throws {
        let rig = try WebRig(
            "--token-file", "FOLDER/token", "--allow-origin", "https://shop.example", prepare: Self.token)
        let page = try WebSocketClient(rig, path: path, host: host, origin: origin)
        #expect(page.handshake.status == 403)
        try rig.wait("the sentence") {
            page.connection.receive()
            return String(decoding: page.connection.received, as: UTF8.self).contains(words)
                || page.handshake.text.contains(words)
        }
        #expect(rig.requests.isEmpty && rig.left.isEmpty)
    }

    @Test(
        "Those who may come in do",
        arguments: ["OWN", "http://127.0.0.1:PORT", "http://[::1]:PORT", "https://shop.example"])
    func guests(origin: String) throws {
        let rig = try WebRig(
            "--token-file", "FOLDER/token", "--allow-origin", "https://shop.example", prepare: Self.token)
        let name = origin.replacingOccurrences(of: "PORT", with: "\(rig.port)")
        let page = try WebSocketClient(rig, path: "/socket?token=0123456789abcdef", origin: name)
        #expect(page.handshake.status == 101)
        try page.send("{\"request\":\"status\"}")
        #expect(try page.next() == "{\"event\":\"status\"}")
    }

    @Test(
        "Under a name that is allowed, only pages whose origin is allowed come in: with https in front of it, plain http is not",
        arguments: ["https://kiosk.example", "http://kiosk.example"])
    func allowedName(origin: String) throws {
        let rig = try WebRig("--allow-host", "kiosk.example", "--allow-origin", origin)
        let page = try WebSocketClient(rig, host: "kiosk.example", origin: origin)
        try page.send("{\"request\":\"status\"}")
        #expect(try page.next() == "{\"event\":\"status\"}")
        let origins = ["https://kiosk.example", "http://kiosk.example", "http://kiosk.example:\(rig.port)"]
        for other in origins where other != origin {
            for host in ["kiosk.example", nil] {
                let stranger = try WebSocketClient(rig, host: host, origin: other)
                #expect(stranger.handshake.status == 403, "\(other)")
            }
        }
        #expect(rig.requests == [.status])
    }

    @Test("/socket is no page; other paths are no WebSocket")
    func paths() throws {
        let rig = try WebRig()
        #expect(try rig.get("/socket").status == 426)
        for path in ["/", "/socket/", "/socket/x", "/sockets", "/socket%2f"] {
            #expect(try WebSocketClient(rig, path: path).handshake.status != 101, "\(path)")
        }
    }

    @Test(
        "Without a daemon a WebSocket is closed with 1013 and a reason; pages are served; when it comes, it is reached")
    func daemonComesAndGoes() throws {
        let rig = try WebRig(hasDaemon: false)
        let early = try WebSocketClient(rig)
        #expect(early.handshake.status == 101)
        #expect(try early.closeCode() == 1013)
        #expect(early.close?.reason.contains("tapfocus run") == true)
        try rig.wait("the log") { rig.errors.contains("cannot reach the socket \(rig.folder)/s") }
        #expect(try rig.get("/").status == 200)
        try rig.startDaemon()
        let page = try WebSocketClient(rig)
        try page.send("{\"request\":\"watch\"}")
        #expect(try page.next() == "{\"event\":\"status\"}")
        rig.stopDaemon()
        #expect(try page.closeCode() == 1013)
        #expect(page.close?.reason.contains("closed the connection") == true)
        try rig.startDaemon()
        let again = try WebSocketClient(rig)
        try again.send("{\"request\":\"status\"}")
        #expect(try again.next() == "{\"event\":\"status\"}")
    }

    @Test("What the daemon said before it went still reaches the page")
    func lastWords() throws {
        let rig = try WebRig()
        rig.answer = { server, _, client in
            for number in 0..<200 { server.sendUnasked(Array("{\"n\":\(number)}\n".utf8), to: client) }
            server.close()
        }
        let page = try WebSocketClient(rig)
        try page.send("{\"request\":\"watch\"}")
        for number in 0..<200 { #expect(try page.next() == "{\"n\":\(number)}") }
        #expect(try page.closeCode() == 1013)
    }

    @Test("Lines of another version pass as they are; bytes that are no text end the connection")
    func otherVersion() throws {
        let rig = try WebRig()
        rig.answer = { server, _, client in
            server.sendUnasked(Array("{\"event\":\"dance\",\"é\":[1,{}]}\nno JSON at all\n".utf8), to: client)
            server.sendUnasked([0xff, 0xfe, 10], to: client)
        }
        let page = try WebSocketClient(rig)
        try page.send("{\"request\":\"status\"}")
        #expect(try page.next() == "{\"event\":\"dance\",\"é\":[1,{}]}")
        #expect(try page.next() == "no JSON at all")
        #expect(try page.closeCode() == 1013)
        #expect(page.close?.reason.contains("no TapFocus") == true)
        #expect(try rig.get("/").status == 200)
    }

    @Test(
        "The real program answers a page, holds its frames, asks for them after a tap, and has them back when it goes")
    func realProgram() throws {
        let rig = try WebRig(hasDaemon: false)
        let daemon = try RunningDaemon(rig)
        let page = try WebSocketClient(rig)
        try page.send("{\"request\":\"status\"}")
        #expect(try page.hear("\"event\":\"status\"").contains("\"frames\":\"camera\""))
        let stream = HeldStream(
            width: 640, height: 480, interval: .milliseconds(33), stamp: .received(delay: .milliseconds(33)))
        func ask(_ request: ControlRequest) throws {
            try page.send(String(decoding: request.line.dropLast(), as: UTF8.self))
        }
        try ask(.holdFrames(HoldWish(camera: "Simulated Camera", stream: stream, sendsTaps: true)))
        _ = try page.hear("\"event\":\"held\"", "\"measures\":true")
        try ask(.tap(x: 0.25, y: 0.75, in: .picture, id: TapID(3)))
        _ = try page.hear("\"event\":\"state\"", "\"state\":\"autoAndForceLocked\"", "\"id\":3")
        _ = try page.hear("\"event\":\"measure\"", "\"focus\":[")
        try ask(.tap(x: 0.5, y: 0.5, in: .picture, id: TapID(ControlRequest.largestID)))
        _ = try page.hear("\"event\":\"state\"", "\"id\":\(ControlRequest.largestID)")
        try page.send("{\"request\":\"status\"}")
        #expect(try page.hear("\"event\":\"status\"").contains("\"frames\":\"holder\""))
        try page.send(.close, [])
        _ = try page.closeCode()
        let next = try WebSocketClient(rig)
        try rig.wait("the frames to be the camera's again") {
            try next.send("{\"request\":\"status\"}")
            return try next.hear("\"event\":\"status\"").contains("\"frames\":\"camera\"")
        }
        #expect(daemon.isRunning && rig.isRunning)
    }
}
