import Foundation
import SimulatedDevices

/// The scenes of the focus search's benchmark: one peak each, and repeatable noise.
struct SearchScene {
    /// Positions of the lens.
    static let positions = 1024
    /// The sharpest position.
    let peak: Double
    /// The distance from the peak to half the sharpness, in positions.
    let width: Double
    /// The lens position before the search.
    let start: Int
    /// The seed of the scene's noise.
    let seed: UInt64

    func sharpness(at position: Double) -> Double {
        let distance = (position - peak) / width
        return 1 / (1 + distance * distance)
    }

    /// 400 scenes, always the same ones.
    static func all(startingAtRandom: Bool) -> [SearchScene] {
        var random = SplitMix64(seed: 2025)
        return (0..<400).map { number in
            let peak = random.double(0...Double(positions - 1))
            let width = random.double(40...120)
            let start = Int(random.double(0...Double(positions - 1)).rounded())
            return SearchScene(
                peak: peak, width: width, start: startingAtRandom ? start : 0, seed: UInt64(number) &* 977 &+ 13)
        }
    }
}

/// The lens of a scene: it measures and counts its travel.
struct SearchLens {
    let scene: SearchScene
    let noise: Double
    private(set) var position: Double
    private(set) var travel = 0.0
    private(set) var evaluations = 0
    private var random: SplitMix64

    init(_ scene: SearchScene, noise: Double) {
        self.scene = scene
        self.noise = noise
        position = Double(scene.start)
        random = SplitMix64(seed: scene.seed)
    }

    mutating func move(to target: Double) {
        travel += abs(target - position)
        position = target
    }

    mutating func measure(at target: Double) -> Double {
        move(to: target)
        evaluations += 1
        return max(scene.sharpness(at: position) * (1 + noise * random.gaussian()), 0)
    }
}

/// The random numbers of the scenes.
extension SplitMix64 {
    mutating func double(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * nextUnit()
    }

    /// With mean 0 and deviation 1 (Box and Muller, 1958).
    mutating func gaussian() -> Double {
        let radius = (-2 * log(max(double(0...1), 1e-300))).squareRoot()
        return radius * cos(2 * Double.pi * double(0...1))
    }
}
