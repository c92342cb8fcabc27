import FocusCore

/// The part of a session that has been recorded.
public struct SessionProgress: Equatable, Sendable {
    /// The number of inputs.
    public var inputs: UInt64 = 0
    /// The number of effects.
    public var outputs: UInt64 = 0
    /// The number of inputs after the latest snapshot, or since the beginning.
    public var inputsSinceSnapshot = 0
    /// The time of the latest input.
    public var time = Instant(nanoseconds: 0)
    /// The latest camera, if it is known which one that is.
    public var camera: TraceCamera?
    /// The timers that run.
    var deadlines = TimerDeadlines()

    public init() {}

    mutating func note(_ input: Input, _ effects: EffectList, _ camera: TraceCamera?) {
        inputs += 1
        inputsSinceSnapshot += 1
        time = input.time
        switch input.event {
        case .cameraArrived: self.camera = camera
        case .timer(let id, let generation): deadlines.expired(id, generation)
        default: break
        }
        guard !effects.isEmpty else { return }
        outputs += UInt64(effects.count)
        effects.forEach { deadlines.note($0) }
    }
}
