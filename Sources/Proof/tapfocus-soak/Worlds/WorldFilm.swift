import FocusCore

/// When a world's camera gives a frame, and which frames are measured. Times are in nanoseconds.
struct WorldFilm {
    private let frameInterval: Int64
    /// The time of the next frame; the largest number while the stream is off.
    private(set) var nextFrame: Int64 = .max
    private var lastMeasured: Int64 = .min
    /// The time until which the stream runs without frames.
    var stallEnds: Int64 = 0

    init(frameInterval: Int64) { self.frameInterval = frameInterval }

    mutating func end() { nextFrame = .max }

    mutating func follow(isOn: Bool, at now: Int64) {
        if !isOn { end() } else if nextFrame == .max { advance(at: now) }
    }

    mutating func advance(at now: Int64) { nextFrame = now + frameInterval }

    mutating func measures(_ request: FrameRequest, at now: Int64) -> Bool {
        guard now >= stallEnds, lastMeasured == .min || now - lastMeasured >= request.interval.nanoseconds else {
            return false
        }
        lastMeasured = now
        return true
    }
}
