import FocusCore

/// A method to find the sharpest position; it leaves the lens at its result.
struct SearchMethod {
    var name: String
    var run: (inout SearchLens) -> Void

    /// Ours, the Raspberry Pi's, and two others.
    static var all: [SearchMethod] {
        [
            SearchMethod(name: "TapFocus", run: tapFocus),
            SearchMethod(name: "coarse-fine, Raspberry Pi's constants", run: RaspberryPiSearch().run),
            SearchMethod(name: "golden section", run: goldenSection),
            SearchMethod(name: "hill climb, step halved at each turn", run: hillClimb),
        ]
    }

    private static let last = Double(SearchScene.positions - 1)

    private static func tapFocus(_ lens: inout SearchLens) {
        guard let range = LensRange(minimum: 0, maximum: Int64(SearchScene.positions - 1)) else { return }
        var search = FocusSearch(range: range, start: Int64(lens.scene.start))
        var step = search.step
        while case .measure(let position) = step {
            step = search.take(sharpness: lens.measure(at: Double(position)))
        }
        if case .finished(_, let position) = step { lens.move(to: Double(position)) }
    }

    /// Kiefer, 1953: each evaluation leaves 62 % of the interval.
    private static func goldenSection(_ lens: inout SearchLens) {
        let ratio = (5.0.squareRoot() - 1) / 2
        var low = 0.0
        var high = Self.last
        var left = (high - ratio * (high - low)).rounded()
        var right = (low + ratio * (high - low)).rounded()
        var atLeft = lens.measure(at: left)
        var atRight = lens.measure(at: right)
        while high - low > 3 {
            if atLeft >= atRight {
                (high, right, atRight) = (right, left, atLeft)
                left = (high - ratio * (high - low)).rounded()
                atLeft = lens.measure(at: left)
            } else {
                (low, left, atLeft) = (left, right, atRight)
                right = (low + ratio * (high - low)).rounded()
                atRight = lens.measure(at: right)
            }
        }
        lens.move(to: atLeft >= atRight ? left : right)
    }

    /// Starts at the lens's position with steps of a sixteenth of the range; at each decline it turns and halves the step.
    private static func hillClimb(_ lens: inout SearchLens) {
        var step = ((Self.last + 1) / 16).rounded()
        var here = lens.position
        var value = lens.measure(at: here)
        var best = (position: here, value: value)
        while abs(step) >= 1 {
            let next = min(max(here + step, 0), Self.last)
            let found = next == here ? -1 : lens.measure(at: next)
            if found > best.value { best = (next, found) }
            if found < value { step = -(step / 2).rounded(.towardZero) }
            (here, value) = (next, found < 0 ? value : found)
        }
        lens.move(to: best.position)
    }
}

/// The strategy and the constants of libcamera's contrast search on the Raspberry Pi (imx708, normal speed): from the far
/// end in steps of 1 of 12 dioptres until the contrast has fallen to 0.75 of the highest, then back over the peak in steps
/// of 0.25, and a parabola through the best sample and its neighbours.
struct RaspberryPiSearch {
    /// In positions.
    private let last = Double(SearchScene.positions - 1)
    private var coarse: Double { last / 12 }
    private var fine: Double { last / 48 }
    private let ratio = 0.75
    private let fineSamples = 5

    private typealias Sample = (position: Double, value: Double)

    func run(_ lens: inout SearchLens) {
        var samples: [Sample] = []
        var target = 0.0
        while true {
            samples.append((target.rounded(), lens.measure(at: target.rounded())))
            if target >= last || isPast(samples) { break }
            target = min(target + coarse, last)
        }
        target = min(target, peak(of: samples) + 2 * fine)
        samples = []
        while true {
            samples.append((target.rounded(), lens.measure(at: target.rounded())))
            if target <= 0 || samples.count >= fineSamples || isPast(samples) { break }
            target = max(target - fine, 0)
        }
        lens.move(to: peak(of: samples).rounded())
    }

    private func isPast(_ samples: [Sample]) -> Bool {
        let highest = samples.map(\.value).max() ?? 0
        return (samples.last?.value ?? 0) < ratio * highest
    }

    private func peak(of samples: [Sample]) -> Double {
        guard let best = samples.indices.max(by: { samples[$0].value < samples[$1].value }) else { return 0 }
        let here = samples[best]
        guard best > 0, best + 1 < samples.count else { return here.position }
        let (low, high) = (samples[best - 1], samples[best + 1])
        let (a, b) = (here.position - low.position, high.position - here.position)
        let (c, d) = (here.value - low.value, here.value - high.value)
        let divisor = 2 * (a * d + b * c)
        guard divisor != 0 else { return here.position }
        return here.position + (b * b * c - a * a * d) / divisor
    }
}
