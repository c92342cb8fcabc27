import Foundation

@testable import FocusCore

/// The sharpness of an image over the lens positions; the peak is 1 above the floor.
enum SharpnessCurve: Sendable {
    /// 1 / (1 + ((x − p) / w)²)
    case hyperbola(floor: Double)
    /// The square of the hyperbola: steeper flanks, lower tails.
    case square(floor: Double)
    /// exp(−((x − p) / w)² / 2)
    case bell(floor: Double)
    /// A hyperbola whose upper side is half as wide again.
    case skewed(floor: Double)

    func value(_ position: Double, peak: Double, width: Double) -> Double {
        let distance = (position - peak) / width
        switch self {
        case .hyperbola(let floor): return floor + 1 / (1 + distance * distance)
        case .square(let floor): return floor + 1 / ((1 + distance * distance) * (1 + distance * distance))
        case .bell(let floor): return floor + exp(-distance * distance / 2)
        case .skewed(let floor):
            let skewed = distance > 0 ? distance / 1.5 : distance
            return floor + 1 / (1 + skewed * skewed)
        }
    }
}

/// The moves and the outcome of a search.
struct SearchRun {
    var outcome: FocusSearchOutcome
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
            case .finished(let outcome):
                travel += abs(outcome.position - lens)
                return SearchRun(outcome: outcome, visits: visits, travel: travel)
            }
        }
        return nil
    }
}

extension SplitMix64 {
    /// A number with mean 1 and this standard deviation, never below 0 (Box and Muller, 1958).
    mutating func factor(noise: Double) -> Double {
        let radius = (-2 * log(max(double(0...1), 1e-300))).squareRoot()
        return max(1 + noise * radius * cos(2 * Double.pi * double(0...1)), 0)
    }
}
