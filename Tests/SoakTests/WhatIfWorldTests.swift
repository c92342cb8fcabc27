import Foundation
import StateTrace
import Testing

@testable import tapfocus_soak

struct WhatIfWorldTests {
    @Test("With nothing changed a what-if is the recording, and no guess, in random worlds")
    func unchanged() throws {
        var transitions = 0
        for number in 0..<400 as Range<UInt64> {
            let plan = WorldPlan(number: number)
            let recorder = try WorldRecorder(plan)
            var world = World(plan, recorder: recorder)
            world.live()
            let whatIf = try answered(try recorder.finish())
            #expect(whatIf.fault == nil && whatIf.comparison.changes.isEmpty, "world \(number)")
            #expect(!whatIf.comparison.run.contains { $0.isGuess }, "world \(number)")
            transitions += whatIf.comparison.run.count
        }
        #expect(transitions > 1000)
    }

    @Test("Under another lock time each world runs to its end, and a guess stays one until the next session")
    func otherLock() throws {
        var (changed, guessed) = (0, 0)
        for number in 0..<400 as Range<UInt64> {
            let plan = WorldPlan(number: number)
            let recorder = try WorldRecorder(plan)
            var world = World(plan, recorder: recorder)
            world.live()
            let text = String(decoding: try recorder.finish(), as: UTF8.self)
            let other = text.replacingOccurrences(
                of: #""forceLockTime":[0-9.]+"#, with: #""forceLockTime":7.5"#, options: .regularExpression)
            let comparison = try answered(Array(other.utf8)).comparison
            #expect(comparison.run.isEmpty == comparison.recorded.isEmpty, "world \(number)")
            let guesses = comparison.run.map(\.isGuess)
            #expect(guesses == guesses.sorted { !$0 && $1 }, "world \(number)")
            changed += comparison.changes.isEmpty ? 0 : 1
            guessed += guesses.contains(true) ? 1 : 0
        }
        #expect(changed > 50 && guessed > 20, "\(changed) changed, \(guessed) guessed")
    }

    private func answered(_ trace: [UInt8]) throws -> WhatIf {
        var whatIf = WhatIf()
        for (index, line) in trace.split(separator: 0x0a).enumerated() {
            let isOver = line.withUnsafeBytes { whatIf.take(TraceLine(number: index + 1, bytes: $0, isComplete: true)) }
            if isOver { return whatIf }
        }
        whatIf.finish()
        return whatIf
    }
}
