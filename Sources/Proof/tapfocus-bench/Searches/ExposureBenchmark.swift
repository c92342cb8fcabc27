import FocusCore
import Foundation

/// Number of frames that the exposure takes from 2 EV away, compared with libcamera's filter on the same simulated sensors.
enum ExposureBenchmark {
    private struct Case {
        var name: String
        var isEncoded: Bool
        var pixels: [Double]
    }

    /// The results of 40 runs, which differ in their noise.
    private struct Figures {
        var frames = 0
        var sum = 0
        var overshoot = 0.0
        /// Runs that took more frames than the aim.
        var late = 0
    }

    private static let runs = 40
    private static let usual = (0..<100).map { exp2(Double($0) / 100 * 3 - 1.5) }
    private static let lamps = (0..<100).map { $0 < 85 ? 0.7 + Double($0) / 140 : 6 }
    private static let cases = [
        Case(name: "linear, 3 EV of contrast", isEncoded: false, pixels: usual),
        Case(name: "gamma 1/2.2, 3 EV of contrast", isEncoded: true, pixels: usual),
        Case(name: "gamma 1/2.2, lamps in it", isEncoded: true, pixels: lamps),
    ]

    static func run() {
        Table.headline(
            "Exposure: frames to within 5 % of the target, mean (worst), overshoot, late ones, of \(runs) runs, 1 % noise"
        )
        var missed: [String] = []
        for example in cases {
            for stops in [-2.0, 2] {
                for delay in 0...4 { compare(example, stops, delay).map { missed.append($0) } }
            }
        }
        print("  " + (missed.isEmpty ? "met: every row with a delay" : "MISSED: " + missed.joined(separator: "; ")))
    }

    /// Prints a row, and returns its name if it misses the aim.
    private static func compare(_ example: Case, _ stops: Double, _ delay: Int) -> String? {
        let most = 3 * (delay + 1)
        var own = Figures()
        var peer = Figures()
        for seed in 0..<UInt64(runs) {
            let sensor = ExposureSensor(
                isEncoded: example.isEncoded, pixels: example.pixels, target: target, delay: delay, stops: stops,
                seed: seed)
            add(playOwn(sensor), to: &own, within: most)
            add(playPeer(sensor), to: &peer, within: most)
        }
        let name = "\(example.name), \(stops > 0 ? "+" : "")\(Int(stops)) EV, delay \(delay)"
        // Without a delay there is no aim, and the row is for comparison only.
        let missed = delay == 0 ? [] : missedAims(own)
        Table.row(
            name, words(own),
            "\(own.late) late; libcamera \(words(peer)); the aim is \(most), 10 %"
                + (missed.isEmpty ? "" : ": MISSED, " + missed.joined(separator: ", ")))
        return missed.isEmpty ? nil : name
    }

    private static func missedAims(_ own: Figures) -> [String] {
        (own.late > 0 ? ["\(own.late) late"] : [])
            + (own.overshoot > 0.1 ? [String(format: "%.1f %% overshoot", own.overshoot * 100)] : [])
    }

    private static let target = ExposureSettings().compensatedTarget

    private static func add(_ trail: [Double], to figures: inout Figures, within most: Int) {
        let last = (trail.lastIndex { abs($0 / target - 1) > 0.05 } ?? -1) + 1
        let isRising = (trail.first ?? 0) < target
        for mean in trail { figures.overshoot = max(figures.overshoot, (mean / target - 1) * (isRising ? 1 : -1)) }
        figures.frames = max(figures.frames, last)
        figures.sum += last
        if last > most { figures.late += 1 }
    }

    private static func words(_ figures: Figures) -> String {
        String(
            format: "%4.1f (%2d) %2.0f %%", Double(figures.sum) / Double(runs), figures.frames,
            figures.overshoot * 100)
    }

    /// The mean luma of each frame.
    private static func playOwn(_ start: ExposureSensor) -> [Double] {
        let steps = ControlSteps(least: 1, most: 5000)
        guard let range = steps.flatMap({ ExposureRange(times: $0, interval: .milliseconds(33)) }) else { return [] }
        var sensor = start
        var control = ExposureControl(range: range, start: ExposureSetting(time: Int64(sensor.time)))
        return (0..<80).map { _ in
            let frame = sensor.frame()
            if case .set(let time, _) = control.look(frame.statistics) { sensor.time = Double(time) }
            return frame.luma
        }
    }

    private static func playPeer(_ start: ExposureSensor) -> [Double] {
        var sensor = start
        var filter = SmoothedExposure(filtered: sensor.time, target: sensor.seen(at: sensor.right).light)
        return (0..<80).map { _ in
            let frame = sensor.frame()
            sensor.time = filter.look(light: frame.light, time: frame.time).rounded()
            return frame.luma
        }
    }
}
