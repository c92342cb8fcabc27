import Foundation
import SimulatedDevices
import Testing

extension Soaking {
    @Suite struct Noise {
        private static let taps = 40
        /// Standard deviation of a pixel's noise, in percent of white: 8 of 255.
        private static let noise = "3.14"

        /// The results of the taps so far.
        private struct Count {
            var taps = 0
            /// The lens ended within the depth of field.
            var sharp = 0
            /// The lens ended outside the depth of field, and tapfocus said "converged".
            var wrong = 0

            var words: String {
                "\(taps) taps, \(sharp) sharp, \(wrong) wrongly converged, \(taps - sharp - wrong) failed"
            }
        }

        @Test("A camera of 160 × 120 with noise of 8 of 255 ends sharp after 95 % of the taps, and says no wrong thing")
        func poorLight() throws {
            let deadline = SoakOrder.deadline()
            var random = SplitMix64(seed: SoakOrder.seed)
            let devices = ["--without", "roi", "--sizes", "1", "--noise", Self.noise]
            try Stage.set("poor-light", devices: devices, camera: .searchedAsUsual) { stage in
                var count = Count()
                while count.taps < Self.taps, Clock.now < deadline {
                    try tap(stage, &random, &count)
                    print("noise: \(count.words)")
                }
                #expect(count.taps == Self.taps, "the time was too short for all taps: give it more (--time)")
                #expect(count.sharp * 100 >= count.taps * 95, "\(count.words)")
                #expect(count.wrong * 100 <= count.taps, "\(count.words)")
            }
        }

        /// A tap somewhere on one half of a new scene. The lens begins where the tap before has left it.
        private func tap(_ stage: Stage, _ random: inout SplitMix64, _ count: inout Count) throws {
            let distances = [0, 1].map { _ in 1 / Double.random(in: 0.5...9, using: &random) }
            try stage.kiosk.tell("scene \(distances[0]) \(distances[1])")
            let half: Half = Bool.random(using: &random) ? .near : .far
            let (x, y) = (Int.random(in: -130...130, using: &random), Int.random(in: 280...520, using: &random))
            let run = stage.run.mark
            try stage.tap(half.touch + x, y)
            let settled = try stage.said("settled", since: run, within: Stage.searchTime)
            let record = try stage.measure(half)
            count.taps += 1
            let isSharp = record.boolean("in-depth-of-field") == true
            if isSharp { count.sharp += 1 }
            if !isSharp, settled.text("focus") == "converged" { count.wrong += 1 }
            let dioptres = 1 / distances[half == .near ? 0 : 1]
            if !isSharp { print("\(half) at \(dioptres) dioptres: \(record.line); \(settled.line)") }
        }
    }
}
