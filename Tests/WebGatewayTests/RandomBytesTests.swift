import SimulatedDevices
import Testing

@testable import WebGateway

/// Bytes from outside never trap, and nothing that is made of them is let in.
@Suite struct RandomBytesTests {
    /// Pieces that lead deeper into a reader than chance alone.
    private static let pieces = [
        "http", "https", "://", "localhost", ":8722", "[", "]", "::1", "%2e", "%", "..", "/", "\\", ".js", "token=",
        "&", "\"", "*",
        "W/", ",", "{", "}", "\"request\":", "\"status\"", "\u{0}", "\n", "é", "--port", "=", " ",
    ]

    private static func text(_ chance: inout SplitMix64) -> String {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...8, using: &chance) {
            if Bool.random(using: &chance) {
                bytes += pieces.randomElement(using: &chance)!.utf8
            } else {
                bytes.append(UInt8.random(in: 0...255, using: &chance))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("The readers survive anything, and agree with what they have read", arguments: [1, 2, 3] as [UInt64])
    func survive(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        let token = try Token(file: Array("0123456789abcdef".utf8))
        let gatekeeper = Gatekeeper(AccessList(port: 8722), token: token)
        for _ in 0..<30_000 {
            let text = Self.text(&chance)
            if let host = Authority(text) { #expect(Authority(host.description) == host, "seed \(seed)") }
            if let origin = Origin(text) { #expect(Origin(origin.description) == origin, "seed \(seed)") }
            if let path = PagePath(text) {
                let isInside = path.names.allSatisfy { !$0.hasPrefix(".") && !$0.contains("/") && !$0.utf8.contains(0) }
                #expect(isInside, "seed \(seed): \(path)")
            }
            #expect(!token.isIn(text), "seed \(seed)")
            _ = try? Token(file: Array(text.utf8))
            _ = EntityTag(of: UnsafeRawBufferPointer(start: nil, count: 0)).isIn(text)
            _ = try? WebOptions.parse([text, Self.text(&chance)])
            let line = Array(text.utf8)
            try? line.withUnsafeBytes { try RelayedLine.check($0) }
            let request = WebRequest(
                method: "GET", path: Gatekeeper.socketPath, query: Self.text(&chance), host: Self.text(&chance),
                origin: Self.text(&chance))
            #expect(gatekeeper.answer(request) != .webSocket, "seed \(seed): \(request)")
        }
    }
}
