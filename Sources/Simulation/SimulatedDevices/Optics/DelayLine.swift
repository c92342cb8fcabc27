/// A value that takes effect some frames after it was set: the position of a lens, an exposure time.
public struct DelayLine<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The values that were set, frame by frame, the latest one last.
    private var history: [Value] = []

    private static var longest: Int { 100 }

    /// The first value that passes is in effect at once.
    public init() {}

    public init(_ value: Value) { history = [value] }

    /// Advances by a frame: takes the value that is set now, and returns the one in effect.
    /// - Parameter frames: the delay, 0…100 frames.
    public mutating func pass(_ value: Value, delay frames: Int) -> Value {
        history.append(value)
        if history.count > Self.longest + 1 { history.removeFirst() }
        return inEffect(after: frames) ?? value
    }

    /// The value of the last frame with another delay, 0…100 frames; nil before the first value.
    public func inEffect(after frames: Int) -> Value? {
        history.isEmpty ? nil : history[max(history.count - 1 - max(frames, 0), 0)]
    }

    /// Puts a value into effect without delay, because the camera itself has set it.
    public mutating func jump(to value: Value) { history = [value] }
}
