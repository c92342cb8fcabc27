@testable import FocusCore

extension SharpnessNoise {
    /// Noise that so many pairs of frames have shown, four at most. Two show the deviation, four show it well.
    static func shown(_ deviation: Double, pairs: Int = 4) -> SharpnessNoise {
        var noise = SharpnessNoise()
        for _ in 0..<pairs {
            noise.add(10)
            noise.leave()
            noise.addLate(10 + deviation * 2.0.squareRoot())
        }
        return noise
    }
}
