import Foundation
import SimulatedDevices
import StateTrace
import Testing

@testable import tapfocus

/// Damaged traces, noted for a page and run again in this process: a crash would end the tests.
@Suite struct PageMutationTests {
    private func damaged(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        func below(_ count: Int) -> Int { Int(chance.next() % UInt64(count)) }
        var damaged = bytes
        for _ in 0...below(3) {
            let place = below(damaged.count)
            switch below(4) {
            case 0: damaged[place] = UInt8(truncatingIfNeeded: chance.next())
            case 1: damaged.insert(contentsOf: Array("\n9e999-{}[]\t\"".utf8)[below(12)...], at: place)
            case 2: damaged[place] = UInt8(ascii: "0") + UInt8(below(10))
            default: damaged.removeSubrange(place..<min(damaged.count, place + 1 + below(60)))
            }
        }
        return damaged
    }

    @Test("Notes keep to their fields, and a what-if ends with an answer or a fault", arguments: [1, 2] as [UInt64])
    func mutations(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        let sound = Array(try SmallTraces.demo().split(separator: "\n").prefix(150).map { $0 + "\n" }.joined().utf8)
        var (noted, faults) = (0, 0)
        try withFolder { folder in
            for _ in 0..<150 {
                let bytes = damaged(sound, &chance)
                try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/t"))
                let reader = try TraceReader(path: "\(folder)/t")
                var notes = PageNotes()
                while let event = try reader.next() {
                    let line = notes.notes(for: event, reader.bytes)
                    #expect(!line.contains { $0.contains { $0 == "\t" || $0 == "\n" } })
                    #expect(line[0] != "e" || line.count % 3 == 1)
                    noted += 1
                }
                faults += whatIf(bytes).fault == nil ? 0 : 1
            }
        }
        #expect(noted > 5000 && faults > 20 && faults < 150)
    }

    private func whatIf(_ bytes: [UInt8]) -> WhatIf {
        var whatIf = WhatIf()
        for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            let isOver = line.withUnsafeBytes { whatIf.take(TraceLine(number: index + 1, bytes: $0, isComplete: true)) }
            if isOver { return whatIf }
        }
        whatIf.finish()
        return whatIf
    }
}
