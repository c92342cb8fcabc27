import FocusCore
import Foundation
import SimulatedDevices
import StateTrace
import TraceLines
import Testing

@Suite("A ring of traces") struct TraceRingTests {
    private static let ring = TraceRing(folder: "/traces", size: 16 << 20, age: .seconds(160))

    private static func file(_ number: UInt64, _ mebibytes: Int64, _ written: Double) throws -> RingFile {
        let name = RingFile.name(number: number, begun: TimeOfDay(seconds: 0))
        return try #require(RingFile(name: name, size: mebibytes << 20, written: written))
    }

    @Test(
        "A folder, a size and an age are read; the folder may have a comma",
        arguments: [
            ("/var/lib/traces,200M,7d", "/var/lib/traces", 200 << 20, 7 * 86_400.0),
            ("a,b,1M,60s", "a,b", 1 << 20, 60), ("d,2G,12h", "d", 2 << 30, 43_200), ("d,2048K,1m", "d", 2 << 20, 60),
        ] as [(String, String, Int64, Double)])
    func read(argument: String, folder: String, size: Int64, seconds: Double) throws {
        #expect(
            try TraceRing(argument: argument, key: "traceRing")
                == TraceRing(folder: folder, size: size, age: .seconds(seconds)))
    }

    @Test(
        "Anything else is refused with what was expected",
        arguments: [
            ("", "DIR"), ("d", "DIR"), ("d,1M", "DIR"), (",1M,1d", "DIR"), ("d,1,1d", "SIZE"), ("d,1023K,1d", "SIZE"),
            ("d,-1M,1d", "SIZE"), ("d,1T,1d", "SIZE"), ("d,9999999999999999999G,1d", "SIZE"),
            ("d,9007199254740993G,1d", "SIZE"), ("d,1M,", "AGE"), ("d,1M,59s", "AGE"), ("d,1M,1w", "AGE"),
            ("d,1M,999999999999999d", "AGE"), ("d,1M,1.5h", "AGE"),
        ])
    func refused(argument: String, word: String) {
        let error = #expect(throws: SettingError.self) { try TraceRing(argument: argument, key: "traceRing") }
        #expect(error?.key == "traceRing" && error?.expected.contains(word) == true, "\(error?.expected ?? "")")
    }

    @Test("Names sort as their numbers do, tell when they began, and no other name is one")
    func names() {
        let name = RingFile.name(number: 42, begun: TimeOfDay(seconds: 1_763_887_683))
        #expect(name == "00000042-20251123T084803Z.jsonl")
        #expect(RingFile(name: name, size: 1, written: 2)?.number == 42)
        #expect(RingFile.name(number: 123_456_789, begun: .now).hasPrefix("123456789-"))
        for other in ["", "kiosk.jsonl", "42-20251123T084803Z.jsonl", "00000042.jsonl", "00000042-x.txt", "-1-x.jsonl"]
        {
            #expect(RingFile(name: other, size: 1, written: 2) == nil)
        }
    }

    @Test("The oldest go until there is room for two more; one that is too old goes, unless the clock was never set")
    func surplus() throws {
        let now = 2e9
        let files = try (1...16).map { try Self.file($0, 1, now) }
        #expect(Self.ring.surplus(of: files, now: now).map(\.number) == [1, 2])
        #expect(Self.ring.surplus(of: Array(files.dropLast(2)), now: now) == [])
        let more = try files.reversed() + [Self.file(17, 3, now)]
        #expect(Self.ring.surplus(of: more, now: now).map(\.number) == [1, 2, 3, 4, 5])
        let few = Array(files.dropLast(2))
        #expect(Self.ring.surplus(of: few, now: now + 161).map(\.number) == [1])
        #expect(Self.ring.surplus(of: few, now: now + 160) == [])
        #expect(Self.ring.surplus(of: files, now: now + 161).map(\.number) == [1, 2], "for the size")
        #expect(try Self.ring.surplus(of: [Self.file(1, 1, 60)], now: now) == [], "written in 1970")
    }

    @Test("A clock that jumps ahead erases no ring: its files leave one by one, while new ones come")
    func jump() throws {
        let ring = TraceRing(folder: "/traces", size: 1 << 30, age: .seconds(160))
        var files = try (1...9).map { try Self.file($0, 1, 2e9 + Double($0)) }
        let tenYearsOn = 2e9 + 3.2e8
        for number in 10...18 as ClosedRange<UInt64> {
            let gone = ring.surplus(of: files, now: tenYearsOn + Double(number))
            #expect(gone.map(\.number) == [number - 9])
            files.removeAll { gone.contains($0) }
            files.append(try Self.file(number, 1, tenYearsOn + Double(number)))
        }
        #expect(ring.surplus(of: files, now: tenYearsOn + 19) == [], "all that is left is young")
    }

    @Test("Of many small files that are too old a sixteenth goes at once, so that old ones do not pile up")
    func manyOld() throws {
        let ring = TraceRing(folder: "/traces", size: 1 << 30, age: .seconds(160))
        let files = try (1...64).map { try Self.file($0, 1, 2e9) }
        #expect(ring.surplus(of: files, now: 2e9 + 161).map(\.number) == [1, 2, 3, 4])
    }

    @Test("Whatever files there are, what stays and one more fit into the size, and only the oldest go")
    func fits() throws {
        var random = SplitMix64(seed: 20_261_123)
        for _ in 0..<2000 {
            let files = try (0..<Int.random(in: 0..<40, using: &random)).map {
                try Self.file(UInt64($0), Int64.random(in: 0..<9, using: &random), 1000)
            }
            let gone = Self.ring.surplus(of: files, now: 1000)
            #expect(gone == Array(files.prefix(gone.count)))
            let rest = files.dropFirst(gone.count).reduce(0) { $0 + $1.size }
            #expect(rest + 2 * Self.ring.fileSize <= Self.ring.size)
            let more = rest + (gone.last?.size ?? 0)
            #expect(gone.isEmpty || more + 2 * Self.ring.fileSize > Self.ring.size, "no more than needed")
        }
    }
}
