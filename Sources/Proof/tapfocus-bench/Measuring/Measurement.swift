import CAllocationCount
import Foundation

/// The cost of a piece of work, as the median of several runs: a shared machine is noisy, but the median is stable.
struct Measurement {
    /// Nanoseconds of each repetition.
    var nanoseconds: Double
    /// Allocations in all repetitions of the last run.
    var allocations: UInt

    /// - Parameter body: does the work `repetitions` times.
    static func of(repetitions: Int, runs: Int = 9, _ body: () throws -> Void) rethrows -> Measurement {
        let clock = ContinuousClock()
        var times: [Double] = []
        var allocations: UInt = 0
        times.reserveCapacity(runs)
        try body()
        for _ in 0..<runs {
            let before = tapfocus_allocation_count()
            let start = clock.now
            try body()
            let time = clock.now - start
            allocations = tapfocus_allocation_count() - before
            times.append(time / .nanoseconds(1) / Double(repetitions))
        }
        return Measurement(nanoseconds: times.median, allocations: allocations)
    }
}

/// Why a benchmark cannot measure.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// Prints rows as a table.
enum Table {
    static func headline(_ text: String) {
        print("\n\(text)")
    }

    static func row(_ name: String, _ value: String, _ remark: String = "") {
        let padded = name.padding(to: 46)
        print("  \(padded)\(value.leftPadding(to: 16))\(remark.isEmpty ? "" : "  \(remark)")")
    }

    /// A row with the time of each repetition and the allocations of all.
    static func row(_ name: String, _ cost: Measurement) {
        row(name, cost.nanoseconds.decimal() + " ns", "\(cost.allocations) allocations")
    }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
    func leftPadding(to width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
}

extension Double {
    /// - Parameter digits: behind the point.
    func decimal(_ digits: Int = 0) -> String { String(format: "%.\(digits)f", self) }
}

extension Array where Element: Comparable {
    /// Of an even number the upper one of the two in the middle. The list is not empty.
    var median: Element { sorted()[count / 2] }
}
