/// What was told, as it takes effect some frames later.
struct DelayLine: Equatable, Sendable {
    private var underway: [Double]

    /// - Parameters:
    ///   - value: what is in effect.
    ///   - frames: how many frames later; 0: at once.
    init(_ value: Double, frames: Int) {
        underway = Array(repeating: value, count: min(max(frames, 0), 100))
    }

    /// A frame passes: takes what is told by now, and gives what is in effect.
    mutating func pass(_ told: Double) -> Double {
        guard !underway.isEmpty else { return told }
        underway.append(told)
        return underway.removeFirst()
    }

    /// It is in effect at once: the camera does it itself.
    mutating func jump(to value: Double) {
        for index in underway.indices { underway[index] = value }
    }
}
