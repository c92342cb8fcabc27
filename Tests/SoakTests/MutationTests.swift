import SimulatedDevices
import Testing

@testable import tapfocus_soak

struct MutationTests {
    private let text = Array((1...40).map { "{\"n\":\($0),\"t\":\($0 * 1000),\"in\":{\"start\":{}}}\n" }.joined().utf8)

    @Test("Before the first line that it names, a damaged text is as it was")
    func firstLine() {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let damaged = Mutation(text, &random, other: Array("other\n".utf8))
            let (before, after) = (lines(text), lines(damaged.bytes))
            let intact = min(damaged.firstLine - 1, before.count)
            #expect(after.count >= intact && after.prefix(intact) == before.prefix(intact), "seed \(seed)")
        }
    }

    @Test("The same seed does the same damage")
    func repeats() {
        for seed in 0..<200 as Range<UInt64> {
            var (first, second) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
            #expect(Mutation(text, &first).bytes == Mutation(text, &second).bytes, "seed \(seed)")
        }
    }

    private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    }
}
