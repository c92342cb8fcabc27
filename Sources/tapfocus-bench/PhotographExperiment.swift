import FocusCore
import Foundation
import SimulatedDevices

/// Compares measures of sharpness over photographs: is an area's summit at its sharpest picture, and how high does it stand?
enum PhotographExperiment {
    /// Radii of the disc into which a lens out of focus spreads a point, in pixels.
    private static let radii = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12]
    /// A summit at this blur or a larger one is missed.
    private static let missed = 1.0
    /// A sixth of 640 × 360 each way: the region of a tap.
    private static let width = 107
    private static let height = 60
    private static let noises = [
        PhotographNoise(deviation: 0), PhotographNoise(deviation: 2.5), PhotographNoise(deviation: 7.5),
        PhotographNoise(deviation: 2.5, isDemosaiced: true),
        PhotographNoise(deviation: 7.5, isDemosaiced: true),
    ]
    private static let strongest = 7.5
    /// Of the noise.
    private static let seeds: [UInt64] = [20_261, 20_262, 20_263]

    /// - Parameter folder: of the pictures that Scripts/lab/peers/photographs has written.
    static func run(folder: String) throws {
        let photographs = try Photograph.all(in: URL(fileURLWithPath: folder))
        Table.headline(
            "Measures of sharpness over \(photographs.count) photographs: is the summit at the sharpest picture?"
        )
        print(
            """
              Areas of \(width) × \(height), defocused with a disc of radius 0, 0.5, 1 … 12 pixels. Noise of 2.5 and 7.5 of 255, white and
              as demosaicing smears it; \(seeds.count) seeds. For each: the share of areas in % whose summit lies at a blur of \(Int(missed)) pixel or more;
              summit over floor (median of areas; the floor is the median of the three largest blurs). An area is clear if, sharp, its
              squared differences over two pixels come to those of the strongest noise, and faint if they come to a quarter of that;
              what is fainter does not count.
            """)
        var curves = Curves()
        for photograph in photographs { curves.add(photograph) }
        print("  \(curves.leftOut) areas do not count.")
        let names = Photograph.heldOut.sorted().joined(separator: ", ")
        for isFaint in [false, true] {
            let areas = isFaint ? "faint areas" : "clear areas"
            printTable(
                "The photographs by which version 2 was chosen", areas,
                curves.members(isHeldOut: false, isFaint))
            printTable("Held out: \(names)", areas, curves.members(isHeldOut: true, isFaint))
        }
        printHill(curves)
        printTime()
    }

    /// The values of all measures over the blurs, area by area.
    private struct Curves {
        struct Curve {
            var isHeldOut: Bool
            var isFaint: Bool
            var noise: PhotographNoise
            var seed: UInt64
            /// By measure and radius.
            var values: [[Double]]
        }

        private(set) var curves: [Curve] = []
        /// The number of areas without enough detail.
        private(set) var leftOut = 0

        func members(isHeldOut: Bool, _ isFaint: Bool) -> [Curve] {
            curves.filter { $0.isHeldOut == isHeldOut && $0.isFaint == isFaint }
        }

        mutating func add(_ photograph: Photograph) {
            let seen = radii.map { photograph.defocused(radius: $0) }
            let (columns, rows) = (photograph.width / width, photograph.height / height)
            let left = (photograph.width - columns * width) / 2
            let top = (photograph.height - rows * height) / 2
            for area in 0..<(columns * rows) {
                let (column, row) = (left + area % columns * width, top + area / columns * height)
                let parts = seen.map { PhotographExperiment.part(of: $0, photograph.width, column, row) }
                let detail = PhotographExperiment.detail(of: parts[0]) / (strongest * strongest)
                guard detail >= 1 else {
                    leftOut += 1
                    continue
                }
                for noise in noises {
                    for seed in noise.deviation == 0 ? [0] : seeds {
                        var random = SplitMix64(seed: seed &+ UInt64(curves.count) &* 0x9e37_79b9)
                        curves.append(
                            Curve(
                                isHeldOut: photograph.isHeldOut, isFaint: detail < 4, noise: noise, seed: seed,
                                values: PhotographExperiment.values(parts, noise, &random)))
                    }
                }
            }
        }
    }

    private static func part(of seen: [Float], _ stride: Int, _ column: Int, _ row: Int) -> [Float] {
        (0..<height).flatMap { line in
            let start = (row + line) * stride + column
            return seen[start..<(start + width)]
        }
    }

    /// The mean of the squared differences over two pixels, along rows and along columns.
    private static func detail(of levels: [Float]) -> Double {
        var sum: Float = 0
        for row in 0..<(height - 2) {
            for place in (row * width)..<((row + 1) * width - 2) {
                let (across, down) = (
                    levels[place + 2] - levels[place], levels[place + 2 * width] - levels[place]
                )
                sum += across * across + down * down
            }
        }
        return Double(sum) / Double((width - 2) * (height - 2))
    }

    /// The values of one sweep, by measure and radius, in frames in the range of video.
    private static func values(
        _ parts: [[Float]], _ noise: PhotographNoise, _ random: inout SplitMix64
    ) -> [[Double]] {
        var bytes = [UInt8](repeating: 0, count: width * height)
        let byRadius = parts.map { levels in
            let grain = noise.grain(width: width, height: height, &random)
            for index in bytes.indices {
                bytes[index] = UInt8(
                    (16 + 219 / 255 * min(max(levels[index] + grain[index], 0), 255)).rounded())
            }
            return SharpnessCandidates.values(of: bytes, width: width, height: height)
        }
        return SharpnessCandidates.names.indices.map { measure in byRadius.map { $0[measure] } }
    }

    private static func printTable(_ title: String, _ areas: String, _ curves: [Curves.Curve]) {
        print("\n  \(title), \(curves.count { $0.noise.deviation == 0 }) \(areas)")
        let titles = noises.map {
            "\($0.isDemosaiced ? "mosaic" : "noise") \($0.deviation)".leftPadding(to: 16)
        }
        print("  " + "".padding(to: 36) + titles.joined())
        for (measure, name) in SharpnessCandidates.names.enumerated() {
            let cells = noises.map { noise in
                let members = curves.filter { $0.noise == noise }
                let wrong = members.count { isMissed($0.values[measure]) }
                let heights = members.map { height(of: $0.values[measure]) }.sorted()
                let share = Double(wrong) / Double(max(members.count, 1)) * 100
                return String(format: "%8.2f%8.1f", share, heights.isEmpty ? 0 : heights[heights.count / 2])
            }
            print("  " + name.padding(to: 36) + cells.joined())
        }
    }

    private static func isMissed(_ curve: [Double]) -> Bool {
        guard let summit = curve.indices.max(by: { curve[$0] < curve[$1] }) else { return true }
        return radii[summit] >= missed
    }

    private static func height(of curve: [Double]) -> Double {
        let floor = curve.suffix(3).sorted()[1]
        return min((curve.max() ?? 0) / max(floor, 1e-12), 99_999)
    }

    /// The hill without noise: the median share of the summit at each blur.
    private static func printHill(_ curves: Curves) {
        print(
            "\n  Without noise: share of the sharpest picture's value by the disc's radius in pixels, median of all areas"
        )
        print("  " + "".padding(to: 36) + radii.map { "\($0)".leftPadding(to: 7) }.joined())
        let clean = curves.curves.filter { $0.noise.deviation == 0 }
        guard !clean.isEmpty else { return }
        for (measure, name) in SharpnessCandidates.names.enumerated() {
            let shares = radii.indices.map { radius in
                let values = clean.map { $0.values[measure][radius] / max($0.values[measure][0], 1e-12) }
                    .sorted()
                return String(format: "%7.2f", values[values.count / 2])
            }
            print("  " + name.padding(to: 36) + shares.joined())
        }
    }

    private static func printTime() {
        let (whole, part) = ((1920, 1080), (640, 360))
        let frame = FrameBuffers(width: whole.0, height: whole.1, step: 1, count: 1)
        let share = NormalizedRectangle(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
        let request = FrameRequest(
            focus: share, exposure: NormalizedRectangle(x: 0, y: 0, width: 0, height: 0))
        let time = frame.nanoseconds(request, frames: 1)
        var sum = 0.0
        let times = (0..<300).map { _ in
            Measurement.of(repetitions: 5, runs: 1) {
                for _ in 0..<5 {
                    sum += SharpnessVersionOne.value(
                        frame.all, bytesPerRow: whole.0, left: part.0, top: part.1, width: part.0,
                        height: part.1)
                }
            }.nanoseconds
        }
        let before = times.min() ?? 0
        precondition(sum > 0)
        Table.headline(
            "The time of version 2 beside that of version 1, both vectorised (640 × 360 luma, fastest of many runs)"
        )
        Table.row("version 1", SharpnessBenchmark.format(before / 1000, 1) + " µs")
        let ratio = time / before
        Table.row(
            "version 2", SharpnessBenchmark.format(time / 1000, 1) + " µs",
            "\(SharpnessBenchmark.format(ratio, 2)) times; the bound is 1.5: \(ratio <= 1.5 ? "met" : "MISSED")"
        )
    }
}
