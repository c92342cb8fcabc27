import Foundation
import SimulatedDevices
import Testing

@testable import FocusCore

struct LogarithmTests {
    @Test("The logarithm equals libm's to 12 digits, over the whole range of Double")
    func likeLog2() {
        var random = SplitMix64(seed: 11)
        var examples: [Double] = [
            1, 2, 0.5, .leastNonzeroMagnitude, 0x1p-1022, .greatestFiniteMagnitude, 1.0000000001, 0.9999999999,
        ]
        for _ in 0..<20_000 {
            examples.append(Double(bitPattern: random.next() >> 1))
            examples.append(random.number(0...4))
        }
        for example in examples where example.isFinite && example > 0 {
            let exact = log2(example)
            #expect(abs(example.binaryLogarithm - exact) <= 1e-12 * max(abs(exact), 1e-9), "\(example)")
        }
        #expect(Double.zero.binaryLogarithm == -.infinity)
        #expect(Double.infinity.binaryLogarithm == .infinity)
        #expect((-1.0).binaryLogarithm.isNaN && Double.nan.binaryLogarithm.isNaN)
    }

    @Test("The power equals libm's to 12 digits, and ends at 0 and at infinity")
    func likeExp2() {
        var random = SplitMix64(seed: 12)
        for _ in 0..<20_000 {
            let example = random.number(-1021...1023.9)
            let exact = exp2(example)
            #expect(abs(example.powerOfTwo - exact) <= 1e-12 * exact, "\(example)")
        }
        for whole in -1022...1023 { #expect(Double(whole).powerOfTwo == exp2(Double(whole))) }
        #expect((-1074.0).powerOfTwo == Double.leastNonzeroMagnitude)
        #expect((-1100.0).powerOfTwo == 0 && (-Double.infinity).powerOfTwo == 0)
        #expect(1024.0.powerOfTwo == .infinity && Double.infinity.powerOfTwo == .infinity)
        #expect(Double.nan.powerOfTwo.isNaN)
    }
}
