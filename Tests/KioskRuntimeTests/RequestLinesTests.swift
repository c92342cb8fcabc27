import FocusCore
import RequestNames
import SimulatedDevices
import Testing

@testable import KioskRuntime

/// The bytes of a client become lines, however they are cut into pieces.
@Suite struct RequestLinesTests {
    private static let longest = RequestName.longestLine

    /// The lines as texts, of a length where they are long; "too long" where nothing was kept.
    private static func words(_ line: RequestLines.Line) -> String {
        guard case .whole(let bytes) = line else { return "too long" }
        return bytes.count > 100 ? "\(bytes.count)" : String(decoding: bytes, as: UTF8.self)
    }

    private static func read(_ pieces: [[UInt8]], ends: Bool = true) -> [String] {
        var lines = RequestLines()
        var read: [String] = []
        for piece in pieces {
            lines.append(piece)
            while let line = lines.next() { read.append(words(line)) }
        }
        if ends, let line = lines.last() { read.append(words(line)) }
        return read
    }

    @Test(
        "Lines end with a line feed, the last one with the connection; those of nothing but space are none",
        arguments: [
            ("", []), ("\n\n \t\r\n", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
            ("a\n\r\n b\r\n", ["a", " b\r"]),
            ("\na\n\n\nb\n ", ["a", "b"]),
        ])
    func lines(text: String, lines: [String]) {
        #expect(Self.read([Array(text.utf8)]) == lines)
        #expect(Self.read(text.utf8.map { [$0] }) == lines)
    }

    @Test("A line of 64 KiB is whole; of a longer one nothing is kept, and that is told once, before its end")
    func tooLong() {
        let whole = Array(repeating: UInt8(ascii: "x"), count: Self.longest)
        let more = whole + [UInt8(ascii: "x")]
        let feed = [UInt8(ascii: "\n")]
        #expect(Self.read([whole + feed + Array("a\n".utf8)]) == ["\(Self.longest)", "a"])
        #expect(Self.read([more + feed + Array("a\n".utf8)]) == ["too long", "a"])
        #expect(Self.read([more], ends: false) == ["too long"])
        #expect(Self.read([whole, more, more, feed + Array("a\n".utf8)]) == ["too long", "a"])
        #expect(Self.read([more, whole]) == ["too long"])
        #expect(Self.read([whole]) == ["\(Self.longest)"])
    }

    @Test("However the bytes are cut, the lines are the same", arguments: [1, 2, 3] as [UInt64])
    func pieces(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Bytes are made up once: under the sanitizers each takes its time.
        let letters: [UInt8] = [0x20, 0x61, 0x62, 0x0d]
        let text = (0..<2 * Self.longest).map { _ in random.pick(letters) }
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<random.below(6) {
                let count = random.below(10) == 0 ? Self.longest - 2 + random.below(5) : random.below(40)
                bytes += text[random.below(Self.longest - 5)...].prefix(count) + [0x0a]
            }
            var rest = bytes[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let piece = rest.prefix(1 + random.below(random.below(2) == 0 ? 7 : 40_000))
                pieces.append(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            #expect(Self.read(pieces) == Self.read([bytes]), "seed \(seed)")
        }
    }
}
