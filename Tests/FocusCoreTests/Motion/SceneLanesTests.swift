@testable import FocusCore
import SimulatedDevices
import Testing

/// Sixteen cells at once say the same as one cell after the other.
struct SceneLanesTests {
    private static let limits: [Float] = [1, 1.01, 1.35, 256]
    private static let differences: [Double] = [0, 0.3, 5, 16]

    @Test(
        "The number of cells that differ is counted exactly, for thresholds of any kind",
        arguments: 1...40 as ClosedRange<UInt64>)
    func counting(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let one = grid(about: .random(in: 0...255, using: &random), spread: 20, &random)
        let other = near(one, spread: .random(in: 0...40, using: &random), &random)
        let threshold = Double.random(in: 0...30, using: &random)
        let thresholds = [
            threshold, threshold.rounded(), 0, -0.5, -7, 12.000001, 11.999999, 254.5, 255, 1e300, .infinity, -.infinity,
            .nan,
        ]
        for threshold in thresholds {
            let expected = one.cells.indices.count {
                Double(abs(Int(one.cells[$0]) - Int(other.cells[$0]))) > threshold
            }
            let counted = SceneLanes.differing(one, other, byMoreThan: threshold)
            #expect(counted == expected, "seed \(seed), more than \(threshold)")
        }
    }

    @Test(
        "What is alike at a glance is alike in any light that the median may be",
        arguments: 1...40 as ClosedRange<UInt64>)
    func atAGlance(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var alike = 0
        for _ in 0..<200 {
            let scene = grid(about: .random(in: 0...255, using: &random), spread: 60, &random)
            let reference = InlineArray<48, Float> {
                Float(scene.cells[$0]) + Float.random(in: -0.4...0.4, using: &random)
            }
            let now = near(scene, spread: .random(in: 0...20, using: &random), &random)
            let limit = Self.limits.randomElement(using: &random) ?? 1
            let least = Self.differences.randomElement(using: &random) ?? 0
            let isAlike = SceneLanes.isAlike(now, to: reference, pedestal: 8, limit: limit, within: least)
            if isAlike { alike += 1 }
            let light = lightFactor(of: now, to: reference, limit: limit)
            let differs = now.cells.indices.contains {
                Double(abs(Float(now.cells[$0]) - min(reference[$0] * light, 255))) > least
            }
            #expect(!(isAlike && differs), "seed \(seed): limit \(limit), within \(least)")
        }
        #expect(alike > 0, "seed \(seed): nothing was alike, so nothing was tested")
    }

    private func lightFactor(of grid: LumaGrid, to reference: InlineArray<48, Float>, limit: Float) -> Float {
        let ratios = grid.cells.indices.map { (Float(grid.cells[$0]) + 8) / (reference[$0] + 8) }.sorted()
        return min(max((ratios[23] + ratios[24]) / 2, 1 / limit), limit)
    }

    private func grid(about level: Int, spread: Int, _ random: inout SplitMix64) -> LumaGrid {
        var grid = LumaGrid()
        for index in grid.cells.indices {
            grid.cells[index] = UInt8(clamping: level + .random(in: -spread...spread, using: &random))
        }
        return grid
    }

    private func near(_ grid: LumaGrid, spread: Int, _ random: inout SplitMix64) -> LumaGrid {
        var near = grid
        for index in near.cells.indices {
            near.cells[index] = UInt8(clamping: Int(grid.cells[index]) + .random(in: -spread...spread, using: &random))
        }
        return near
    }
}
