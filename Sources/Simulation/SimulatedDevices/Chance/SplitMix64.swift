/// A small generator of pseudo-random numbers: the same seed gives the same numbers on every machine.
///
/// The algorithm is Steele, Lea and Flood's SplitMix64 (OOPSLA 2014).
public struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A uniform number in 0..<1.
    public mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A nearly normal number with mean 0 and standard deviation 1: the sum of twelve uniform numbers minus its mean.
    public mutating func nextNormal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += nextUnit() }
        return sum
    }
}
