import Foundation

/// The browser's side of a WebSocket, byte by byte (RFC 6455), so that it may misbehave.
final class WebSocketClient {
    let connection: RawConnection
    private let rig: WebRig
    /// The answer to the handshake.
    private(set) var handshake = HTTPAnswer([])
    private var texts: [String] = []
    /// The code and the reason with which the server has closed it.
    private(set) var close: (code: Int, reason: String)?
    /// The number of frames with which the server has closed it.
    private(set) var closes = 0
    private(set) var pings = 0

    /// - Parameter origin: nil: no Origin header.
    init(
        _ rig: WebRig, path: String = "/socket", host: String? = nil, origin: String? = "OWN",
        receiveBuffer: Int32? = nil
    ) throws {
        self.rig = rig
        connection = try RawConnection(port: rig.port, receiveBuffer: receiveBuffer)
        let own = "localhost:\(rig.port)"
        var lines = [
            "GET \(path) HTTP/1.1", "Host: \(host ?? own)", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Extensions: permessage-deflate",
        ]
        if let origin { lines.append("Origin: \(origin == "OWN" ? "http://\(own)" : origin)") }
        try connection.send(Array((lines + ["", ""]).joined(separator: "\r\n").utf8), rig)
        try rig.wait("the answer to a handshake") {
            connection.receive()
            handshake = HTTPAnswer(connection.received)
            return handshake.status != 0 || connection.isClosed
        }
        let feeds = Array("\r\n\r\n".utf8)
        if let end = connection.received.indices.first(where: { connection.received[$0...].starts(with: feeds) }) {
            connection.removeFirst(end + 4)
        }
    }

    var hasText: Bool { !texts.isEmpty }
    var isOpen: Bool { handshake.status == 101 && close == nil && !connection.isClosed }

    enum Kind: UInt8 { case more = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 }

    /// A frame as a browser sends it: masked, here with a mask of zeros.
    static func frame(_ kind: Kind, _ payload: [UInt8], isLast: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = [(isLast ? 0x80 : 0) | kind.rawValue]
        switch payload.count {
        case ..<126: bytes.append(0x80 | UInt8(payload.count))
        case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default: bytes += [0x80 | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
        }
        return bytes + [0, 0, 0, 0] + payload
    }

    func send(_ text: String) throws { try send(.text, Array(text.utf8)) }

    func send(_ kind: Kind, _ payload: [UInt8], isLast: Bool = true) throws {
        try connection.send(Self.frame(kind, payload, isLast: isLast), rig)
    }

    /// Reads what is there.
    func receive() {
        connection.receive()
        var start = 0
        while let (kind, payload, end) = frame(at: start) {
            start = end
            switch Kind(rawValue: kind) {
            case .text: texts.append(String(decoding: payload, as: UTF8.self))
            case .close:
                let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005
                close = (code, String(decoding: payload.dropFirst(2), as: UTF8.self))
                closes += 1
            case .ping: pings += 1
            default: break
            }
        }
        connection.removeFirst(start)
    }

    /// The next text.
    func next() throws -> String {
        try rig.wait("a message") {
            receive()
            return !texts.isEmpty || !isOpen
        }
        guard !texts.isEmpty else { throw RigFailure("the WebSocket was closed: \(String(describing: close))") }
        return texts.removeFirst()
    }

    /// The next text that holds all words.
    func hear(_ words: String...) throws -> String {
        while true {
            let text = try next()
            if words.allSatisfy(text.contains) { return text }
        }
    }

    /// Waits until the server has closed it, and returns the code; 1006 if it did so without a word.
    func closeCode() throws -> Int {
        try rig.wait("the close") {
            receive()
            return !isOpen
        }
        return close?.code ?? 1006
    }

    /// The frame that begins at a place of what was received, and its end; nil where it is not whole.
    private func frame(at start: Int) -> (kind: UInt8, payload: [UInt8], end: Int)? {
        let bytes = connection.received[start...]
        guard bytes.count >= 2 else { return nil }
        var content = start + 2
        var count = Int(bytes[start + 1] & 0x7f)
        if count >= 126 {
            let size = count == 126 ? 2 : 8
            guard bytes.count >= 2 + size else { return nil }
            count = bytes[content..<content + size].reduce(0) { $0 << 8 | Int($1) }
            content += size
        }
        guard content + count <= bytes.endIndex else { return nil }
        return (bytes[start] & 0xf, Array(bytes[content..<content + count]), content + count)
    }
}
