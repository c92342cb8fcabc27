import CameraLaws
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
    let start: Int
    let seed: UInt64
    var curve = SharpnessCurve.hyperbola(floor: 0)

    func sharpness(at position: Double) -> Double { curve.value(position, peak: peak, width: width) }

    /// 400 scenes, always the same ones.
    static func all(startingAtRandom: Bool) -> [SearchScene] {
        var random = SplitMix64(seed: 2025)
        return (0..<400).map { number in
            let peak = random.number(0...Double(positions - 1))
            let width = random.number(40...120)
            let start = Int(random.number(0...Double(positions - 1)).rounded())
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
        return scene.sharpness(at: position) * random.factor(noise: noise)
    }
}

extension SplitMix64 {
    /// A normal number with mean 1 and this standard deviation, never below 0 (Box and Muller, 1958). Unlike `nextNormal` it has
    /// the tails of the normal distribution, and it needs a mathematics library.
    mutating func factor(noise: Double) -> Double {
        let radius = (-2 * log(max(nextUnit(), 1e-300))).squareRoot()
        return max(1 + noise * radius * cos(2 * Double.pi * nextUnit()), 0)
    }
}
