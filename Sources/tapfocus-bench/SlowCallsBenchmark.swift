import FocusCore
import Foundation
import SimulatedDevices

/// The control calls and the time of a tap, on cameras that take more or less long for a call.
enum SlowCallsBenchmark {
    /// A kind of camera.
    private struct Row {
        var name: String
        var model: CameraModel
        /// Its cells when each step of a search was read back, whatever the camera took for it, measured on 2026-11-23; below them the
        /// number of taps that failed.
        var before: [String]
        var failedBefore: Int
    }

    private static let rows: [Row] = {
        var plain = CameraModel.lensOnly
        plain.exposure = .fixed
        plain.hasGain = false
        return [
            Row(
                name: "a lens alone", model: plain,
                before: [
                    "15.3  0.83 s", "15.3  0.83 s", "15.1  1.02 s", "15.3  1.44 s", "15.1  2.01 s", "14.4  3.54 s",
                ],
                failedBefore: 14),
            Row(
                name: "lens, exposure and gain", model: .lensOnly,
                before: [
                    "19.7  0.89 s", "19.7  0.90 s", "20.6  1.31 s", "20.5  1.76 s", "19.7  2.49 s", "20.4  4.77 s",
                ],
                failedBefore: 18),
            Row(
                name: "the same, with automatics", model: .software,
                before: [
                    "21.9  1.23 s", "21.9  1.24 s", "21.6  1.49 s", "22.6  2.07 s", "22.5  2.94 s", "22.3  5.07 s",
                ],
                failedBefore: 0),
        ]
    }()

    private static let things: [(PointOfInterest, dioptres: Double)] = [
        (Scene.flower, 4), (Scene.mountains, 0.05), (Scene.shelf, 0.8),
    ]
    private static let callTimes: [Int64] = [0, 8, 20, 50, 100, 200]
    private static let seeds: ClosedRange<UInt64> = 1...3

    static func run() {
        Table.headline(
            "A tap by frames, by the time that the camera takes for a call: calls, seconds; lags of 0 to 5 frames")
        print("  " + "ms a call".padding(to: 28) + callTimes.map { "\($0)".leftPadding(to: 13) }.joined())
        for row in rows {
            let cells = callTimes.map { Cell(row.model, callTime: $0, things: things, seeds: seeds) }
            print("  " + row.name.padding(to: 28) + cells.map { $0.words.leftPadding(to: 13) }.joined())
            print("    each step read back".padding(to: 30) + row.before.map { $0.leftPadding(to: 13) }.joined())
            let failed = cells.map(\.failed).reduce(0, +)
            let taps = cells.map(\.taps).reduce(0, +)
            print("    not held sharp and exposed: \(failed) of \(taps); each step read back: \(row.failedBefore)")
        }
    }

    /// The mean over lags, things and seeds.
    private struct Cell {
        var taps = 0
        var calls = 0
        var seconds = 0.0
        /// Taps that did not end converged, or out of the depth of field.
        var failed = 0

        init(
            _ model: CameraModel, callTime: Int64, things: [(PointOfInterest, dioptres: Double)],
            seeds: ClosedRange<UInt64>
        ) {
            for lag in 0...5 {
                for (point, dioptres) in things {
                    for seed in seeds {
                        var model = model
                        model.callTime = .milliseconds(callTime)
                        model.lensLag = lag
                        model.seed = seed
                        add(model, point, dioptres)
                    }
                }
            }
        }

        var words: String {
            String(format: "%.1f  %.2f s", Double(calls) / Double(taps), seconds / Double(taps))
        }

        private mutating func add(_ model: CameraModel, _ point: PointOfInterest, _ dioptres: Double) {
            let start = Instant.demo(3)
            let tap = Happening(at: start, .viewTapped(x: point.x, y: point.y))
            var kiosk = SimulatedKiosk(
                configuration: Configuration(sceneWatch: .never, view: .simulatedKiosk),
                story: Story(happenings: [tap], end: .demo(30)), camera: SimulatedCamera(model: model))
            var report: SettledReport?
            while report == nil, let occurrence = kiosk.next() {
                guard case .step(let input, let effects) = occurrence, input.time >= start else { continue }
                effects.forEach { effect in
                    if case .call = effect { calls += 1 }
                    guard case .settled(let settled) = effect else { return }
                    report = settled
                    seconds += input.time.since(start).seconds
                }
            }
            taps += 1
            let isSharp = abs(Optics.dioptres(lens: kiosk.camera.lens) - dioptres) <= Optics.lens.depthOfField
            let isExposed = report?.exposure == .converged || model.exposure == .fixed
            if !isSharp || !isExposed || report?.focus != .converged { failed += 1 }
        }
    }
}
