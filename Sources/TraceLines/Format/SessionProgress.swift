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

/// The parts of a session's header that its snapshots repeat, so that a reader can begin at one.
public struct SessionIntroduction: Equatable, Sendable {
    /// The version of the program.
    public var tool: String
    /// The hash of the chart that the machine was checked against.
    public var chart: String
    /// CLOCK_MONOTONIC at the time of `wallClock`, in nanoseconds.
    public var monotonic: Int64
    /// The time of day at `monotonic`, in ISO 8601 with the zone. Nil: unknown, and neither is written.
    public var wallClock: String?

    public init(tool: String, chart: String, monotonic: Int64, wallClock: String?) {
        self.tool = tool
        self.chart = chart
        self.monotonic = monotonic
        self.wallClock = wallClock
    }
}

extension JSONLine {
    mutating func introduction(_ session: SessionIntroduction) {
        field("version", TraceFormat.version)
        text("tool", session.tool)
        text("chart", session.chart)
        guard let wallClock = session.wallClock else { return }
        field("monotonic", session.monotonic)
        text("wallClock", wallClock)
    }
}
