import Foundation
import Testing

/// The orders of Scripts/soak to these tests, in environment variables. Without them the tests are skipped, because
/// they take as long as they are ordered to.
enum SoakOrder {
    private static let environment = ProcessInfo.processInfo.environment

    /// The duration in seconds; nil without an order.
    static let seconds = environment["SOAK_SECONDS"].flatMap(Double.init)
    /// The seed of all random numbers.
    static let seed = environment["SOAK_SEED"].flatMap(UInt64.init) ?? 1
    /// The number of the only try; nil for all.
    static let only = environment["SOAK_ONLY"].flatMap(UInt64.init)

    static var isGiven: Bool { seconds != nil }

    /// The time of the end, on `Clock`.
    static func deadline() -> Int64 { Clock.now + Clock.nanoseconds(seconds ?? 0) }
}

/// Campaigns on the drivers of a booted kernel, until their time is over.
@Suite(.serialized, .enabled(if: SoakOrder.isGiven))
enum Soaking {}
