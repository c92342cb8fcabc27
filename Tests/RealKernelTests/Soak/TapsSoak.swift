import Foundation
import SimulatedDevices
import Testing

extension Soaking {
    @Suite struct Taps {
        private static let taps = 40
        /// A sixth of the range of 0 to 250 in each frame, at 30 frames a second.
        private static let lensSpeed = "1250"
        /// The aims, in frames of 33 ms from the finger to what is held, with the exposure: on average, and at worst.
        private static let aims = (mean: 14.0, worst: 30)

        /// A tap's way, from the finger's lifting to what is held, in nanoseconds of the machine's clock.
        private struct Way {
            var start: Int64
            var end: Int64
            var isSharp: Bool
            /// The outcome that tapfocus reports for the focus.
            var outcome: String?

            var milliseconds: Int { Int((end - start) / 1_000_000) }
        }

        @Test("A camera of 30 frames a second is sharp and well exposed 14 frames after a tap on average, 30 at worst")
        func quickly() throws {
            let deadline = SoakOrder.deadline()
            var random = SplitMix64(seed: SoakOrder.seed)
            let devices = Stage.withoutRegion + ["--lens-speed", Self.lensSpeed]
            try Stage.set("quick-taps", devices: devices, camera: .searched) { stage in
                var ways: [Way] = []
                while ways.count < Self.taps, Clock.now < deadline {
                    let way = try tap(stage, &random)
                    ways.append(way)
                    let time = "\(way.milliseconds) ms, \(way.isSharp ? "sharp" : "not sharp")"
                    print("taps: \(ways.count) of \(Self.taps), \(time)")
                }
                #expect(ways.count == Self.taps, "the time was too short for all taps: give it more (--time)")
                try judge(ways, stage)
            }
        }

        /// Compares the taps with the aims. The frames are counted in the trace, once.
        private func judge(_ ways: [Way], _ stage: Stage) throws {
            let frames = try Stage.frames(in: stage.run.trace)
            let counts = ways.map { way in frames.count { $0.captured > way.start && $0.captured <= way.end } }
            let mean = Double(counts.reduce(0, +)) / Double(max(counts.count, 1))
            let worst = counts.max() ?? 0
            let times = ways.map(\.milliseconds)
            let meanTime = times.reduce(0, +) / max(times.count, 1)
            let sharp = ways.count { $0.isSharp }
            let means = "\(String(format: "%.1f", mean)) frames and \(meanTime) ms on average"
            let words =
                "\(ways.count) taps, \(sharp) sharp; \(means), \(worst) frames and \(times.max() ?? 0) ms at worst"
            print("taps: \(words)")
            #expect(sharp * 100 >= ways.count * 95, "\(words)")
            let wrong = ways.count { !$0.isSharp && $0.outcome == "converged" }
            #expect(wrong == 0, "\(words); \(wrong) called sharp and not so")
            #expect(mean <= Self.aims.mean && worst <= Self.aims.worst, "\(words)")
        }

        /// A tap somewhere on one half of a new scene. The lens begins where the tap before has left it.
        private func tap(_ stage: Stage, _ random: inout SplitMix64) throws -> Way {
            let distances = [0, 1].map { _ in 1 / Double.random(in: 0.5...9, using: &random) }
            try stage.kiosk.tell("scene \(distances[0]) \(distances[1])")
            let half: Half = Bool.random(using: &random) ? .near : .far
            let (x, y) = (Int.random(in: -130...130, using: &random), Int.random(in: 280...520, using: &random))
            let (run, log) = (stage.run.mark, try stage.kiosk.mark())
            try stage.tap(half.touch + x, y)
            let settled = try stage.said("settled", since: run, within: Stage.searchTime)
            // A finger that was down for too long has tapped again.
            let lifted = stage.kiosk.log.records(from: log).last {
                $0.event == "finger" && $0.text("action") == "up" && $0.time <= settled.time
            }
            let isSharp = try stage.measure(half).boolean("in-depth-of-field") == true
            return Way(
                start: lifted?.time ?? settled.time, end: settled.time, isSharp: isSharp,
                outcome: settled.text("focus"))
        }
    }
}
