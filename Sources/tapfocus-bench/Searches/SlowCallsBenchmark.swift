import FocusCore
import Foundation
import SimulatedDevices

/// The control calls and the time of a tap, on cameras that take more or less long for a call.
enum SlowCallsBenchmark {
    /// A kind of camera.
    private struct Row {
        var name: String
        var model: CameraModel
    }

    private static let rows: [Row] = {
        var plain = CameraModel.lensOnly
        plain.exposure = .fixed
        plain.hasGain = false
        return [
            Row(name: "a lens alone", model: plain), Row(name: "lens, exposure and gain", model: .lensOnly),
            Row(name: "the same, with automatics", model: .software),
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
            let taps = cells.map(\.taps).reduce(0, +)
            let failed = cells.map(\.failed).reduce(0, +)
            let unsettled = cells.map(\.unsettled).reduce(0, +)
            print(
                "    of \(taps) taps not held sharp and exposed: \(failed); in no mean, because not settled: \(unsettled)"
            )
        }
    }

    /// The mean over lags, things and seeds, of the taps that have settled.
    private struct Cell {
        private(set) var taps = 0
        private var calls = 0
        private var seconds = 0.0
        /// Taps that did not end converged, or out of the depth of field.
        private(set) var failed = 0
        /// Those of them that had not settled when the story ended.
        private(set) var unsettled = 0

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
            let settled = Double(taps - unsettled)
            return settled > 0 ? String(format: "%.1f  %.2f s", Double(calls) / settled, seconds / settled) : "none"
        }

        private mutating func add(_ model: CameraModel, _ point: PointOfInterest, _ dioptres: Double) {
            let start = Instant.demo(3)
            let tap = Happening(at: start, .viewTapped(x: point.x, y: point.y))
            var kiosk = SimulatedKiosk(
                configuration: Configuration().with {
                    $0.sceneWatch = .never
                    $0.view = .simulatedKiosk
                },
                story: Story(happenings: [tap], end: .demo(30)), camera: SimulatedCamera(model: model))
            var report: SettledReport?
            var made = 0
            while report == nil, let occurrence = kiosk.next() {
                guard case .step(let input, let effects) = occurrence, input.time >= start else { continue }
                effects.forEach { effect in
                    if case .call = effect { made += 1 }
                    guard case .settled(let settled) = effect else { return }
                    report = settled
                    calls += made
                    seconds += input.time.since(start).seconds
                }
            }
            taps += 1
            if report == nil { unsettled += 1 }
            let isSharp = abs(Optics.dioptres(lens: kiosk.camera.lens) - dioptres) <= Optics.lens.depthOfField
            let isExposed = report?.exposure == .converged || model.exposure == .fixed
            if !isSharp || !isExposed || report?.focus != .converged { failed += 1 }
        }
    }
}
