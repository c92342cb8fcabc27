import FocusCore
import LinuxDevices

/// One view: its devices, engine, trace and control socket, on the host's loop. It decides nothing about focus.
///
/// Its stored properties are the parts that it connects, and little else.
final class Session {
    let options: KioskOptions
    let host: Host
    let timers: TimerQueue<Timer>
    let audience: Audience
    let steps: EngineSteps
    let trace: SessionTrace
    let requests: ClientRequests
    var life = SessionLife()
    let originals: OriginalsKeeper?
    let devices: Devices
    /// Asks the camera for something, or the program that holds its stream. A test may play both here.
    var askCamera: (Demand) -> Void
    /// The way of frames from the camera, or from the program that holds its stream.
    let frames: FrameExchange

    /// - Parameter announcer: the output of announcements; nil for standard output.
    init(_ options: KioskOptions, announcer: Announcer? = nil) throws {
        self.options = options
        host = try Host()
        timers = try TimerQueue()
        audience = Audience(
            announcer
                ?? Announcer(
                    isJSON: options.isJSON, log: options.log, journalStream: options.journalStream,
                    journalSocket: options.journalSocket),
            manager: ServiceManager(socket: options.notifySocket, watchdogTime: options.watchdogTime),
            metrics: options.metrics.map { MetricsFile(path: $0) })
        steps = EngineSteps(options.configuration)
        trace = SessionTrace(host.loop, audience, steps)
        let originals = try options.stateFolder.map { try OriginalsKeeper(folder: $0) }
        self.originals = originals
        let nothing: @Sendable (CameraIdentity) -> [RememberedOriginal] = { _ in [] }
        devices = try Devices(options, loop: host.loop, remembered: originals?.remembered ?? nothing)
        let camera = devices.camera
        frames = FrameExchange(own: camera)
        requests = ClientRequests(audience, steps, trace, devices, frames)
        askCamera = { [frames] demand in
            switch demand {
            case .call: camera.submit(demand)
            case .requestFrames(let id, let request): frames.request(request, id: id)
            case .releaseFrames(let id): frames.release(id)
            }
        }
        steps.follow = { [unowned self] in stepped($0, $1) }
        trace.watchRetry = { [unowned self] in set(.trace, $0) }
        // Reporting an error of the trace may reveal that nobody reads standard output any more, which requests the end.
        steps.rest = { [unowned self] in trace.flush() }
        camera.handler = { [unowned self] in handle($0) }
        frames.feed = { [weak self] in self?.feed($0) }
        frames.send = { [weak self] message, client in self?.audience.server?.send(message, to: client) }
        frames.watchSilence = { [weak self] in self?.set(.holderSilence, $0) }
        photos.connect(with: self)
        frames.movies.connect(with: self)
        requests.cameraSwitch.isPossible = { [unowned self] in life.phase == .running && !isStopping }
        requests.cameraSwitch.announce = { [unowned self] in announceAndFeed(.camera($0)) }
        devices.touchscreen.handler = { [unowned self] in handle($0) }
        devices.accelerometer.handler = { [unowned self] in handle($0) }
        audience.metrics?.schedule = { [weak self] in self?.set(.metrics, $0) }
        audience.metrics?.failed = { [weak self] in self?.audience.say(.error($0)) }
        audience.announcer.failed = { [weak self] in self?.outputFailed($0) }
    }

    var photos: Photos { frames.photos }

    var isStopping: Bool { life.isStopping }

    /// See `Kiosk.run`. The parts that depend on nothing else come first: signals, so that the end can be requested at any time, and
    /// the control socket, so that a second `run` finds the first one before it touches its camera or its trace.
    func run() throws {
        host.ignoreWriteSignals()
        do {
            try runUntilEnd()
            if let error = life.outputError { throw error }
        } catch {
            // A program reads standard output only. A failure after the start has been announced there already.
            if options.isJSON, life.phase != .running {
                audience.announcer.say(.error("\(error)"), at: MonotonicClock.now())
            }
            throw error
        }
    }

    private func runUntilEnd() throws {
        try host.watchSignals { [unowned self] request in
            follow(request)
        }
        let server = try ControlServer(path: options.socket, loop: host.loop) { [unowned self] request, client in
            answer(request, client)
        }
        server.clientLeft = { [weak self] in self?.requests.clientLeft($0) }
        audience.server = server
        defer { server.close() }
        defer { refuseEarlyRequests() }
        // Also when the loop fails: what waits for a later line is printed.
        defer { audience.announcer.finish(at: MonotonicClock.now()) }
        life.phase = .opening
        audience.report { () throws(DeviceError) in try devices.lamp.restoreEarlier() }
        let opening = try devices.openAll(unless: { isStopping }, waitsForCamera: options.waitsForCamera)
        // A lamp does not outlive the program.
        defer { audience.report { () throws(DeviceError) in try devices.lamp.end() } }
        guard !isStopping else { return }
        try beginTrace(opening.arrivals)
        defer { trace.finish() }
        try watch()
        life.phase = .running
        for words in options.opening { audience.announcer.tell(words, at: MonotonicClock.now()) }
        for arrival in opening.arrivals { announceAndFeed(arrival) }
        feed(.start)
        announceMissing(besides: opening.failures)
        retry(opening)
        answerEarlyRequests()
        beginService()
        if !life.isOver { try host.loop.run() }
        endService()
        originals?.finish()
        announceOriginalsFaults()
        if let failure = life.failure { throw failure }
    }

    private func watch() throws {
        try host.loop.add(timers.fileDescriptor, .readable) { [unowned self] _ in expire() }
        watchOutput()
        if let originals {
            try host.loop.add(originals.fileDescriptor, .readable) { [unowned self] _ in announceOriginalsFaults() }
        }
        try host.watchDevices { [unowned self] in devicesChanged($0) }
    }
}
