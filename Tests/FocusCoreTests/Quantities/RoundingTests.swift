import Foundation
import SimulatedDevices
import Testing

@testable import FocusCore

struct RoundingTests {
    @Test("Rounding without libm equals libm's, to the last bit")
    func likeRounded() {
        var examples: [Double] = [
            0, 0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, -0.49999999999999994, 4_503_599_627_370_495.5,
            4_503_599_627_370_497, 1e300, -1e300, .infinity, -.infinity,
        ]
        var random = SplitMix64(seed: 7)
        for _ in 0..<10_000 {
            examples.append(Double(bitPattern: random.next()))
            examples.append(random.number(-1e6...1e6))
            examples.append(Double(random.integer(-1000...1000)) / 2)
        }
        for example in examples where !example.isNaN {
            #expect(example.nearestWhole == example.rounded(), "\(example)")
        }
        #expect(Double.nan.nearestWhole.isNaN)
    }
}
