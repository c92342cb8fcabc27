/// The camera's frames: what they are needed for, the stream in which they come, and the searches in them.
struct Frames: Equatable, Sendable, Snapshotable {
    /// The use of frames, the stream's six states, and its failures.
    var stream = StreamLife()
    /// Where the engine's own searches are, what they want written, what the camera has made of it, and when others are due.
    var searches: Searches
    var sensors = SceneSensors()

    init(_ settings: FocusSearchSettings) {
        searches = Searches(settings)
    }

    /// Frames are needed for this from now on.
    mutating func use(_ use: FrameUse, _ context: inout StepContext) {
        if stream.change(to: use) { searches.useChanged() }
        context.disarm(.framesRetry)
    }

    /// Frames are needed for this from now on, and no earlier search counts any more.
    mutating func begin(_ use: FrameUse, _ context: inout StepContext) {
        searches.abandonAll()
        self.use(use, &context)
    }

    /// Everything is held at the point: the scene is watched, where that is wanted.
    mutating func watchScene(
        at point: PointOfInterest?, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        let isWatched = camera.capabilities.givesFrames && sensors.want(camera.settings.sceneWatch)
        use(isWatched ? point.map(FrameUse.scene) ?? .nothing : .nothing, &context)
    }

    /// Nothing is held: the camera's automatics go on, and the engine replaces those that it lacks.
    /// - Parameter isFree: true when a person or an application has caused the search: `searchesPerMinute` does not count it.
    mutating func goContinuous(
        about point: PointOfInterest, isFree: Bool, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        let capabilities = camera.capabilities
        if capabilities.canWrite(.focusAuto) { searches.lensIsAutomatic() }
        if capabilities.automaticExposure != nil { searches.exposureIsAutomatic(with: camera.compensation.ofBias) }
        let isNeeded = capabilities.needsEngine(.focus) || capabilities.needsEngine(.exposure)
        guard isNeeded, camera.settings.autofocus.searchesPerMinute > 0 else { return use(.nothing, &context) }
        use(.continuous(point), &context)
        searches.due.add(isFree: isFree, at: context.time)
    }
}

/// Answers to requests for frames.
extension Frames {
    /// The frames of a request have begun.
    /// - Returns: true when this is a new stream, or one with another format.
    mutating func began(_ request: FrameRequest, _ answer: FramesBegan, at time: Instant) -> Bool {
        searches.streamBegan(isMeasuredOtherwise: stream.measure.map { $0 != answer.measure } ?? false)
        return stream.began(request, answer, at: time)
    }

    /// A request was refused.
    /// - Parameter isForStep: true when a step of a plan has made it, which decides what follows; otherwise the use of frames does.
    mutating func refused(errno: Int32, isForStep: Bool, _ context: inout StepContext) {
        stream.refused(errno: errno)
        report(.framesRefused(errno: errno), isForTap: isForStep || stream.isForTap, &context)
        guard !isForStep else { return }
        // Another program that streams needs the camera more than a watch does. Nothing is requested until the next tap, the next
        // return to continuous, or another sensor: an application may only restart its stream.
        if errno == StreamLife.busy { use(.nothing, &context) } else { retryLater(&context) }
    }

    /// The stream of a request was lost.
    /// - Returns: false when no frames came from it.
    mutating func lost(_ request: UInt32, errno: Int32, _ context: inout StepContext) -> Bool {
        guard stream.lost(request) else { return false }
        report(.framesEnded(errno: errno), isForTap: stream.isForTap, &context)
        return true
    }

    /// The searches of a stream that was lost have ended: frames are requested again, as far as they are still needed.
    mutating func requestAgain(_ context: inout StepContext) {
        if stream.isForContinuous { searches.due.addAgain(at: context.time) }
        retryLater(&context)
    }

    private mutating func retryLater(_ context: inout StepContext) {
        if let delay = stream.delayOfRetry() { context.arm(.framesRetry, after: delay) }
    }

    private mutating func report(_ fault: Fault, isForTap: Bool, _ context: inout StepContext) {
        if stream.mustReport(isForTap: isForTap) { context.tell(.fault(fault)) }
    }
}
