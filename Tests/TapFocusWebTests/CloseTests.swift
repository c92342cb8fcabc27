import Foundation
import Glibc
import Testing

/// How a WebSocket is closed, byte by byte: a browser tells its page the code and the reason only if nothing is wrong with it.
@Suite(.serialized) struct CloseTests {
    /// What a WebSocket is closed for.
    enum Cause: String, CaseIterable, CustomTestStringConvertible {
        case noDaemon, daemonGone, binary, end

        var code: Int {
            switch self {
            case .noDaemon, .daemonGone: 1013
            case .binary: 1003
            case .end: 1001
            }
        }

        var testDescription: String { rawValue }
    }

    @Test(
        "A close is one frame, and then the connection ends: with a second one a browser would tell its page neither code nor reason",
        arguments: Cause.allCases)
    func oneClose(cause: Cause) throws {
        let rig = try WebRig(hasDaemon: cause != .noDaemon)
        let page = try WebSocketClient(rig)
        if cause != .noDaemon {
            try page.send("{\"request\":\"status\"}")
            _ = try page.next()
        }
        switch cause {
        case .noDaemon: break
        case .daemonGone: rig.stopDaemon()
        case .binary: try page.send(.binary, [1, 2, 3])
        case .end: kill(rig.processIdentifier, SIGTERM)
        }
        #expect(try page.closeCode() == cause.code)
        // What the page says meanwhile is not answered, and a browser answers a close with the same code and reason.
        try page.send("{\"request\":\"status\"}")
        let reason = try #require(page.close?.reason)
        try page.send(.close, [UInt8(cause.code >> 8), UInt8(cause.code & 0xff)] + Array(reason.utf8))
        try rig.wait("the end of the connection") {
            page.receive()
            return page.connection.isClosed
        }
        #expect(!reason.isEmpty && page.closes == 1 && !page.hasText && page.connection.received.isEmpty)
    }

    @Test(
        "The last message of a page is passed on, also when its end follows at once: a close, the connection's end, or both",
        arguments: [true, false], [true, false])
    func lastMessage(says: Bool, ends: Bool) throws {
        let rig = try WebRig()
        for count in 1...20 {
            let page = try WebSocketClient(rig)
            let message = WebSocketClient.frame(.text, Array("{\"request\":\"status\"}".utf8))
            let close = says ? WebSocketClient.frame(.close, [0x03, 0xe8]) : []
            try page.connection.send(message + close, rig)
            if ends { shutdown(page.connection.descriptor, Int32(SHUT_WR)) }
            try rig.wait("the message") { rig.requests.count == count }
            withExtendedLifetime(page) {}
        }
    }

    @Test("A message that comes in one piece with the handshake is passed on")
    func earlyMessage() throws {
        let rig = try WebRig()
        let lines = [
            "GET /socket HTTP/1.1", "Host: localhost:\(rig.port)", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Origin: http://localhost:\(rig.port)", "", "",
        ]
        let message = WebSocketClient.frame(.text, Array("{\"request\":\"status\"}".utf8))
        for count in 1...20 {
            let connection = try RawConnection(port: rig.port)
            try connection.send(Array(lines.joined(separator: "\r\n").utf8) + message, rig)
            try rig.wait("the message") { rig.requests.count == count }
        }
    }
}
