/// The camera's stream: what its frames are needed for, and its state in the chart `StateCharts/stream.scxml`. The answer that `asked`,
/// `changing` and `ending` wait for is that to the demand under way (`CallLine`).
struct StreamLife: Equatable, Sendable, Snapshotable {
    enum State: Equatable, Sendable, Snapshotable {
        /// The engine has no stream.
        case off
        /// Frames were requested.
        case asked
        case running(LiveStream)
        /// It runs, and something else is to be measured in its frames.
        case changing(LiveStream)
        /// It is being released; nil: none was running.
        case ending(LiveStream?)
        /// The camera gave no frames, or has stopped giving them.
        case unavailable
    }

    private(set) var state = State.off
    private(set) var use = FrameUse.nothing
    /// The id of the latest request, answered or not; 0: there was none.
    private(set) var latestRequest: UInt32 = 0
    /// The id of the latest request that was made to watch the scene; 0: there was none.
    private var watchRequest: UInt32 = 0
    /// The time between two frames of the latest stream, which may have ended; zero: unknown.
    private(set) var interval = TimeSpan.zero
    /// The version of the measure of the latest stream, which may have ended; nil: there was none.
    private(set) var measure: Int64?
    private(set) var failures = StreamFailures()

    /// EBUSY, as in asm-generic/errno-base.h: another program streams.
    static let busy: Int32 = 16
    /// The time between two measured frames while a hold or continuous use is watched: a sixth of the frames, and rest is seen in 2 s.
    private static let watchInterval = TimeSpan.milliseconds(200)

    /// The stream from which frames come; nil: none come.
    private var running: LiveStream? {
        switch state {
        case .running(let stream), .changing(let stream), .ending(let stream?): stream
        case .off, .asked, .ending(nil), .unavailable: nil
        }
    }

    /// The request whose frames come; nil: none come.
    var request: FrameRequest? { running?.request }

    /// The answer with which these frames have begun; nil: none come.
    var begun: FramesBegan? { running?.begun }

    var isOnOrAsked: Bool {
        switch state {
        case .asked, .running, .changing, .ending(.some): true
        case .off, .ending(nil), .unavailable: false
        }
    }

    var hasFrame: Bool { running?.hasFrame ?? false }

    var isForTap: Bool { if case .tap = use { true } else { false } }

    @inline(__always)
    var isForScene: Bool { if case .scene = use { true } else { false } }

    /// True while the scene should be watched, and its stream has failed and given no frame since.
    var lacksFramesOfScene: Bool { isForScene && failures.hasFailed && !hasFrame }

    @inline(__always)
    var isForContinuous: Bool { if case .continuous = use { true } else { false } }

    /// True when a frame was measured for the present request.
    func isCurrent(_ frame: FrameStatistics) -> Bool { running.map { $0.id == frame.request } ?? false }

    /// True when a frame was measured to watch the scene while everything is held.
    @inline(__always)
    func isWatchingScene(in frame: FrameStatistics) -> Bool {
        // The frames of a search have a grid, too, and come until the request for the watch has been answered.
        isForScene && frame.request == watchRequest && isCurrent(frame)
    }

    /// The request that the present use needs, from that of a search at its point; nil: none.
    func wanted(_ request: FrameRequest, isSearching: Bool) -> FrameRequest? {
        var request = request
        switch use {
        case .nothing:
            return nil
        case .tap:
            break
        case .scene:
            request.includesGrid = true
            request.interval = Self.watchInterval
        case .continuous:
            guard !isSearching else { break }
            request.interval = Self.watchInterval
            request.includesGrid = false
        }
        return request
    }

    /// Frames are needed for this from now on. The delays between requests start again with the shortest.
    /// - Returns: true when they were needed for something else before.
    mutating func change(to use: FrameUse) -> Bool {
        failures.useChanged()
        guard use != self.use else { return false }
        self.use = use
        return true
    }

    /// Frames were requested with this id; `isForUse`: the present use needs them, and not a tap on its way while the scene of the tap
    /// before is watched.
    mutating func requested(_ id: UInt32, isForUse: Bool) {
        latestRequest = id
        if isForUse, isForScene { watchRequest = id }
        state = running.map { .changing($0) } ?? .asked
    }

    /// The frames of a request have begun.
    /// - Returns: true when this is a new stream, or one with another format.
    mutating func began(_ request: FrameRequest, _ answer: FramesBegan, at time: Instant) -> Bool {
        failures.answered(isTaken: false)
        interval = max(answer.interval, .zero)
        measure = answer.measure
        let next = LiveStream(request, answer, at: time, after: running)
        let isSame = running?.begun.hasFormat(of: answer) ?? false
        state = .running(next)
        return !isSame
    }

    mutating func refused(errno: Int32) {
        failures.answered(isTaken: errno == Self.busy)
        state = .unavailable
    }

    /// The frames are being released.
    /// - Returns: the id of the request that is released.
    mutating func released() -> UInt32 {
        state = .ending(running)
        return latestRequest
    }

    mutating func ended() {
        // A stream that was lost meanwhile stays unavailable.
        if state != .unavailable { state = .off }
    }

    /// The stream of a request was lost.
    /// - Returns: true when it is the one from which frames came.
    mutating func lost(_ id: UInt32) -> Bool {
        guard running?.id == id else { return false }
        // Frames that were requested instead may still come.
        if case .changing = state { state = .asked } else { state = .unavailable }
        return true
    }

    mutating func frameArrived() {
        switch state {
        case .running(let stream): state = .running(stream.withFrame)
        case .changing(let stream): state = .changing(stream.withFrame)
        case .ending(let stream?): state = .ending(stream.withFrame)
        case .off, .asked, .ending(nil), .unavailable: break
        }
    }

    /// A stream that has run long enough is healthy: its end is reported again.
    mutating func checkHealth(at time: Instant) {
        if isHealthy(at: time) { failures.streamIsHealthy() }
    }

    func isHealthy(at time: Instant) -> Bool { running?.isHealthy(at: time) ?? false }

    /// A tap begins: a failure of its stream is reported in any case.
    mutating func tapBegan() { failures.tapBegan() }

    /// Takes a failure.
    /// - Parameter isForTap: true when a tap waits for the stream.
    /// - Returns: true when it must be reported.
    mutating func mustReport(isForTap: Bool) -> Bool { failures.report(isForTap: isForTap) }

    /// The time until the next request after a failure; nil: frames are needed no more.
    mutating func delayOfRetry() -> TimeSpan? {
        // The stream may have been refused when it was no longer needed.
        use == .nothing ? nil : failures.nextDelay()
    }
}

/// What the frames of a camera are needed for.
enum FrameUse: Equatable, Sendable, Snapshotable {
    case nothing
    /// A tap searches at the point, once.
    case tap(PointOfInterest)
    /// The scene is watched while the point is held: a change of it counts as moved.
    case scene(PointOfInterest)
    /// The camera has no automatic: the engine searches again when the scene changes.
    case continuous(PointOfInterest)

    /// The point around which the frames are measured; nil: no frames are needed.
    var point: PointOfInterest? {
        switch self {
        case .nothing: nil
        case .tap(let point), .scene(let point), .continuous(let point): point
        }
    }
}
