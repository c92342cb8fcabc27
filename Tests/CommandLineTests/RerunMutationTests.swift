import Foundation
import SimulatedDevices
import Testing

/// Damaged traces, given in this process to each reader that runs them again: a crash or a hang would end the tests.
@Suite struct RerunMutationTests {
    /// - Returns: bytes of which a few are others, are missing, or make a number absurd.
    private func damaged(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        func below(_ count: Int) -> Int { Int(chance.next() % UInt64(count)) }
        var damaged = bytes
        for _ in 0...below(2) {
            let place = below(damaged.count)
            switch below(5) {
            case 0: damaged[place] = UInt8(truncatingIfNeeded: chance.next())
            case 1: damaged[place] = UInt8(ascii: "0") + UInt8(below(10))
            case 2: damaged.removeSubrange(place..<min(damaged.count, place + 1 + below(60)))
            default:
                // A number of the line, of its time as a rule, as it is not.
                let digits = damaged[place...].firstIndex { $0 == UInt8(ascii: ":") }.map { $0 + 1 } ?? place
                let end =
                    damaged[digits...].firstIndex { !("0"..."9").contains(Character(UnicodeScalar($0))) } ?? digits
                let absurd = ["9223372036854775807", "-9223372036854775808", "9007199254740993", "-1"][below(4)]
                damaged.replaceSubrange(digits..<end, with: Array(absurd.utf8))
            }
        }
        return damaged
    }

    @Test(
        "A damaged trace is run again, recorded anew, cut down and compared, up to the damage",
        .timeLimit(.minutes(15)),
        arguments: [FuzzedReader.rerun, .rerecord, .compare], [true, false])
    func mutations(_ reader: FuzzedReader, beginsInMiddle: Bool) throws {
        var chance = SplitMix64(seed: 11)
        let trace = beginsInMiddle ? try SmallTraces.middle() : try SmallTraces.demo()
        let sound = Array(trace.split(separator: "\n").prefix(250).map { $0 + "\n" }.joined().utf8)
        for _ in 0..<40 { damaged(sound, &chance).withUnsafeBytes { reader.read($0) } }
    }
}
