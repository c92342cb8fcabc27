/// A value that takes effect some frames after it was set.
struct DelayLine: Equatable, Sendable {
    private var underway: [Double]

    /// - Parameters:
    ///   - value: the value in effect.
    ///   - frames: the delay in frames; 0: none.
    init(_ value: Double, frames: Int) {
        underway = Array(repeating: value, count: min(max(frames, 0), 100))
    }

    /// Advances by a frame: takes the value that is set now, and returns the one in effect.
    mutating func pass(_ told: Double) -> Double {
        guard !underway.isEmpty else { return told }
        underway.append(told)
        return underway.removeFirst()
    }

    /// Puts a value into effect without delay, because the camera itself has set it.
    mutating func jump(to value: Double) {
        for index in underway.indices { underway[index] = value }
    }
}
