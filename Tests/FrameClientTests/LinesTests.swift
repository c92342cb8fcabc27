import SimulatedDevices
import Testing

@testable import FrameClient

private struct NoMemory: Error {}

/// Bytes to lines, lines to events that wait: in memory of a fixed size.
struct LinesTests {
    /// The lines that come out when bytes arrive in pieces.
    private func lines(_ bytes: [UInt8], piece: Int) throws -> [String] {
        guard var incoming = IncomingLines() else { throw NoMemory() }
        var found: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let space = incoming.space()
            #expect(!space.isEmpty)
            let part = rest.prefix(min(piece, space.count))
            space.copyBytes(from: part)
            incoming.extend(by: part.count)
            rest = rest.dropFirst(part.count)
            while let line = incoming.next() { found.append(String(decoding: line, as: UTF8.self)) }
        }
        return found
    }

    @Test("Lines are the same however they are cut", arguments: [1, 2, 3, 7, 4096, 100_000])
    func pieces(piece: Int) throws {
        #expect(try lines(Array("one\ntwo\n\nthree\nfo".utf8), piece: piece) == ["one", "two", "", "three"])
    }

    @Test(
        "A line of 64 KiB is read; a longer one is skipped, and the next one is read",
        arguments: [1000, 65_536, 1 << 20])
    func longLines(piece: Int) throws {
        let longest = String(repeating: "a", count: 65_536)
        let longer = longest + "b"
        let endless = String(repeating: "c", count: 300_000)
        let text = "first\n\(longest)\n\(longer)\nsecond\n\(endless)\nthird\n"
        #expect(try lines(Array(text.utf8), piece: piece) == ["first", longest, "second", "third"])
    }

    @Test("Random bytes in random pieces never trap, and lines are never too long")
    func randomBytes() throws {
        var random = SplitMix64(seed: 11)
        guard var incoming = IncomingLines() else { throw NoMemory() }
        // Bytes are made up once: under the address sanitizer each takes its time.
        let feeds = (0..<60_000).map { _ in random.integer(0...20) as UInt8 }
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 30_000)
        for _ in 0..<3000 {
            let space = incoming.space()
            let count = min(random.pick([0, 1, 5, 400, 30_000]), space.count)
            let bytes = random.chance(0.3) ? feeds[random.below(30_000)...] : text[...]
            space.copyBytes(from: bytes.prefix(count))
            incoming.extend(by: count)
            while let line = incoming.next() { #expect(line.count <= IncomingLines.longestLine) }
        }
    }

    @Test("Events come out in their order, and each line ends with a 0")
    func eventOrder() throws {
        guard var events = WaitingEvents() else { throw NoMemory() }
        events.add(.connected)
        Array("{}".utf8).withUnsafeBytes { events.add(.state, $0) }
        let next = events.next()
        let first = try #require(next)
        #expect(first.kind == .connected)
        #expect(first.line.isEmpty)
        let afterIt = events.next()
        let second = try #require(afterIt)
        #expect(second.kind == .state)
        #expect(String(decoding: second.line, as: UTF8.self) == "{}")
        #expect(second.line.baseAddress?.load(fromByteOffset: 2, as: UInt8.self) == 0)
        let isEmpty = events.isEmpty
        #expect(isEmpty)
    }

    @Test(
        "Of events that nobody reads the oldest are dropped, and the newest are whole", arguments: [10, 1000, 65_536])
    func dropping(length: Int) throws {
        guard var events = WaitingEvents() else { throw NoMemory() }
        for number in 0..<5000 {
            let line = [UInt8](repeating: UInt8(ascii: "0") + UInt8(number % 10), count: length)
            line.withUnsafeBytes { events.add(.other, $0) }
        }
        var last: UInt8?
        var count = 0
        while let event = events.next() {
            let digit = event.line[0] - UInt8(ascii: "0")
            #expect(event.line.count == length)
            #expect(event.line.allSatisfy { $0 == event.line[0] })
            if let last { #expect(digit == (last + 1) % 10) }
            last = digit
            count += 1
        }
        #expect(last == 9)
        #expect(count >= 1)
    }
}
