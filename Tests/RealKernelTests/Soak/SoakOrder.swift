import Foundation
import Testing

/// The orders of Scripts/soak to these tests, by the environment. Without it they are passed over: they take as long as they are
/// told to.
enum SoakOrder {
    private static let environment = ProcessInfo.processInfo.environment

    /// How long to go on, in seconds; nil: nobody has asked.
    static let seconds = environment["SOAK_SECONDS"].flatMap(Double.init)
    /// The seed of all random numbers.
    static let seed = environment["SOAK_SEED"].flatMap(UInt64.init) ?? 1
    /// Tries this one and nothing else.
    static let only = environment["SOAK_ONLY"].flatMap(UInt64.init)

    static var isGiven: Bool { seconds != nil }

    /// The time at which it is over, on `Clock`.
    static func deadline() -> Int64 { Clock.now + Clock.nanoseconds(seconds ?? 0) }
}

/// Campaigns on the drivers of a booted kernel, until their time is over.
@Suite(.serialized, .enabled(if: SoakOrder.isGiven))
enum Soaking {}

/// A generator that repeats itself (Steele, Lea and Flood's SplitMix64).
struct SoakRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
