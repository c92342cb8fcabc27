/// A small random generator. Every run can be repeated from its seed (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func double(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next() >> 11) * 0x1p-53)
    }

    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// True with the given probability.
    mutating func chance(_ probability: Double) -> Bool {
        double(0...1) < probability
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[integer(0...(elements.count - 1))]
    }

    /// A nearly normal number with mean 0: the sum of four uniform numbers, never beyond ±3.5 deviations.
    mutating func noise(_ deviation: Double) -> Double {
        guard deviation != 0 else { return 0 }
        let sum = (next() >> 33) &+ (next() >> 33) &+ (next() >> 33) &+ (next() >> 33)
        return (Double(sum) * 0x1p-31 - 2) * deviation * 1.732
    }
}
