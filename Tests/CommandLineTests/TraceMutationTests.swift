import Foundation
import SimulatedDevices
import StateTrace
import Testing

@testable import tapfocus

/// Damaged traces, shown and counted in this process: a crash would end the tests.
@Suite struct TraceMutationTests {
    private struct Outcome {
        var lines: [String] = []
        var counted = TraceStatistics()
        var fault: ReplayReport.Fault?
    }

    private func read(_ bytes: [UInt8], _ folder: String) throws -> Outcome {
        let path = folder + "/t"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let reader = try TraceReader(path: path)
        var outcome = Outcome()
        var log = TraceLog()
        var counter = TraceCounter()
        while let event = try reader.next() {
            outcome.lines += log.lines(for: event)
            counter.count(event)
        }
        outcome.counted = counter.statistics
        outcome.fault = reader.fault
        return outcome
    }

    /// - Returns: the damaged bytes, and the place of the damage.
    private func damage(_ bytes: [UInt8], _ chance: inout SplitMix64) -> (bytes: [UInt8], place: Int) {
        func below(_ count: Int) -> Int { Int(chance.next() % UInt64(count)) }
        var damaged = bytes
        let place = below(bytes.count - 1)
        let end = min(bytes.count, place + 1 + below(300))
        switch below(7) {
        case 0: damaged[place] = UInt8(truncatingIfNeeded: chance.next())
        case 1: damaged.removeSubrange(place..<end)
        case 2: damaged.insert(contentsOf: bytes[place..<end], at: place)
        case 3: damaged.removeSubrange(place...)
        case 4: damaged.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
        case 5: damaged.insert(contentsOf: Array(repeating: UInt8(ascii: "["), count: 2000), at: place)
        default: damaged.replaceSubrange(place..<end, with: Array(repeating: 0, count: end - place))
        }
        return (damaged, place)
    }

    @Test("A damaged trace is read up to the damage, whatever it is", arguments: [1, 2, 3] as [UInt64])
    func mutations(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        // The first visit of the demo: every kind of line is among them.
        let sound = Array(
            try SmallTraces.demo().split(separator: "\n").prefix(150).map { $0 + "\n" }.joined().utf8)
        try withFolder { folder in
            for _ in 0..<150 {
                let (bytes, place) = damage(sound, &chance)
                let outcome = try read(bytes, folder)
                let lineStart = (sound[..<place].lastIndex(of: 0x0a) ?? -1) + 1
                let before = try read(Array(sound[..<lineStart]), folder)
                #expect(outcome.lines.starts(with: before.lines))
                #expect(outcome.counted.inputs >= before.counted.inputs)
                guard let fault = outcome.fault else { continue }
                let line = sound[..<place].count { $0 == 0x0a } + 1
                #expect(fault.line >= line && fault.line <= bytes.count { $0 == 0x0a } + 1)
            }
        }
    }
}
