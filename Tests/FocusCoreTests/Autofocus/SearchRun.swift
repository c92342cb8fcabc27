import Foundation
import SimulatedDevices

@testable import FocusCore

/// The moves and the outcome of a search.
struct SearchRun {
    struct Outcome {
        var result: FocusSearchReport.Outcome
        var position: Int64
        var evaluations: Int
        /// The highest sharpness at a position.
        var summit: Double
    }

    var outcome: Outcome
    var visits: [Int64]
    /// The sum of all moves, including the last one to the outcome's position.
    var travel: Int64
}

extension FocusSearch {
    /// Runs a search to its end.
    static func run(
        _ range: LensRange, start: Int64, settings: FocusSearchSettings = FocusSearchSettings(),
        _ sharpness: (Int64) -> Double
    ) -> SearchRun? {
        var search = FocusSearch(range: range, start: start, settings: settings)
        var visits: [Int64] = []
        var travel: Int64 = 0
        var lens = range.nearest(to: start)
        var step = search.step
        while visits.count <= 100 {
            switch step {
            case .measure(let position):
                visits.append(position)
                travel += abs(position - lens)
                lens = position
                step = search.take(sharpness: sharpness(position))
            case .finished(let result, let position):
                travel += abs(position - lens)
                let outcome = SearchRun.Outcome(
                    result: result, position: position, evaluations: search.evaluations, summit: search.summit)
                return SearchRun(outcome: outcome, visits: visits, travel: travel)
            }
        }
        return nil
    }
}

/// The noise of the measurements.
extension SplitMix64 {
    /// A normal number with mean 1 and this standard deviation, never below 0 (Box and Muller, 1958). Unlike `nextNormal` it has
    /// the tails of the normal distribution, and it needs a mathematics library.
    mutating func factor(noise: Double) -> Double {
        let radius = (-2 * log(max(nextUnit(), 1e-300))).squareRoot()
        return max(1 + noise * radius * cos(2 * Double.pi * nextUnit()), 0)
    }
}
