import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace

/// One view: its devices, engine, trace and control socket, on the host's loop. It decides nothing about focus.
///
/// Its stored properties are the parts that it connects, and little else.
final class Session {
    enum Timer: Hashable, Sendable {
        case engine(TimerID)
        /// Reads an accelerometer that cannot stream, or checks its stream.
        case motionPoll
        /// Switches on an accelerometer that refused before.
        case motionWake
        /// Restores the rate of an accelerometer that refused before.
        case motionRate
        /// Searches for a device of this kind again.
        case search(DeviceNews.Kind)
        /// Ends the wait for a camera that does not take its originals back.
        case stopDeadline
    }

    /// A control transfer to a faulty USB device may block for 5 s, and a call of two controls for twice that. The end
    /// waits for one such call at most.
    private static let stopTime = TimeSpan.milliseconds(12_000)
    /// Signals that follow the first within this time belong to the same request: systemd adds SIGHUP (SendSIGHUP=),
    /// the end of a session sends SIGTERM and SIGHUP.
    private static let repeatTime = TimeSpan.milliseconds(1000)

    /// The way to the first input of the engine.
    enum Phase {
        case created
        /// Devices are being opened, which may take seconds. Requests wait.
        case opening
        /// The engine runs.
        case running
    }

    /// The end, and what led to it.
    private struct Ending {
        /// The time at which the end was requested, by a signal or by a reader of standard output that has gone.
        var began: Instant?
        var firstSignal: Instant?
        /// The failure to report at the end.
        var failure: KioskError?
        /// The error if standard output could not be written.
        var outputError: OutputError?
        /// True when the loop can stop.
        var isOver = false
    }

    /// Inputs that arrive while another one is handled, in order.
    private struct Inbox {
        var inputs: [Input] = []
        var isWorking = false
    }

    let options: KioskOptions
    let host: Host
    let timers: TimerQueue<Timer>
    let announcer: Announcer
    var engine: Engine
    /// Called with each step of the engine, before its effects are carried out. Tests compare the steps with the charts.
    var stepped: ((Input, EffectList) -> Void)?
    private var inbox = Inbox()
    var trace: TraceRecorder?
    var server: ControlServer?
    var clientTaps = ClientTaps()
    var wishes = ClientWishes()
    var lastState = StateReport(
        state: .continuousAuto, point: nil, cause: .start, rule: .start, indicator: .largeAtCentre)
    var levels: LevelReport?
    var phase = Phase.created
    private var ending = Ending()
    /// Requests that arrived before the engine ran.
    var earlyRequests: [(request: ControlRequest, client: ControlServer.ClientID)] = []

    var searches: [DeviceNews.Kind: DeviceSearch] = [
        .camera: DeviceSearch(), .touchscreen: DeviceSearch(), .accelerometer: DeviceSearch(),
    ]
    let originals: OriginalsKeeper?
    let camera: CameraSlot
    /// Makes a call to the camera's controls. A test may play the camera here and in `frameSource`.
    var callCamera: (ControlCall) -> Void
    var frameSource: any FrameSource {
        didSet { followFrames() }
    }
    /// The way of frames from the camera, or from the program that holds its stream.
    let frames: FrameExchange
    let touchscreen: TouchscreenSlot
    let accelerometer: AccelerometerSlot

    /// - Parameters:
    ///   - host: the process's; nil: one of its own.
    ///   - announcer: the output of announcements; nil for standard output.
    init(_ options: KioskOptions, host: Host? = nil, announcer: Announcer? = nil) throws {
        self.options = options
        let host = try host ?? Host()
        self.host = host
        timers = try TimerQueue()
        self.announcer = announcer ?? Announcer(isJSON: options.isJSON)
        engine = Engine(configuration: options.configuration)
        let originals = try options.stateFolder.map { try OriginalsKeeper(folder: $0) }
        self.originals = originals
        let nothing: @Sendable (CameraIdentity) -> [RememberedOriginal] = { _ in [] }
        camera = try CameraSlot(
            selection: options.camera, lens: options.lens, quirks: options.quirks, loop: host.loop,
            remembered: originals?.remembered ?? nothing)
        callCamera = { [camera] in camera.submit(.call($0)) }
        frames = FrameExchange(own: CameraFrames(camera))
        frameSource = frames
        touchscreen = TouchscreenSlot(selection: options.touch, loop: host.loop)
        accelerometer = AccelerometerSlot(selection: options.motion, loop: host.loop)
        camera.handler = { [unowned self] in handle($0) }
        followFrames()
        followHolder()
        touchscreen.handler = { [unowned self] in handle($0) }
        accelerometer.handler = { [unowned self] in handle($0) }
        self.announcer.failed = { [weak self] in self?.outputFailed($0) }
    }

    var isStopping: Bool { ending.began != nil }

    /// The failure to report at the end.
    var failure: KioskError? { ending.failure }

    /// The error if standard output could not be written.
    var outputError: OutputError? {
        get { ending.outputError }
        set { ending.outputError = newValue }
    }

    private func followFrames() {
        frameSource.handler = { [weak self] in self?.feed($0.input) }
    }

    /// Runs until the end is requested: by a signal, or because nobody reads standard output any more. It then waits, for a
    /// limited time, until the camera has its originals back.
    ///
    /// The parts that depend on nothing else come first: signals, so that the end can be requested at any time, and the
    /// control socket, so that a second `run` finds the first one before it touches its camera or its trace.
    /// - Throws: the error that prevents the start (`DeviceError`, `SocketError` or `TraceFileError`); `KioskError` if
    ///   the camera has not taken all its originals back at the end; `OutputError` if standard output could not be
    ///   written.
    func run() throws {
        host.ignoreWriteSignals()
        do {
            try runUntilEnd()
            if let outputError { throw outputError }
        } catch {
            // A program reads standard output only. A failure after the start has been announced there already.
            if options.isJSON, phase != .running { announcer.say(.error("\(error)"), at: MonotonicClock.now()) }
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
        server.clientLeft = { [weak self] in self?.clientLeft($0) }
        self.server = server
        defer { server.close() }
        defer { refuseEarlyRequests() }
        phase = .opening
        let opening = try openDevices()
        guard !isStopping else { return }
        try beginTrace(opening.arrivals)
        defer { finishTrace() }
        try watch()
        phase = .running
        for arrival in opening.arrivals { announceAndFeed(arrival) }
        feed(.start)
        announceMissing(besides: opening.failures)
        retry(opening)
        answerEarlyRequests()
        if !ending.isOver { try host.loop.run() }
        originals?.finish()
        tellOriginalsFaults()
        if let failure { throw failure }
    }

    /// Passes an input to the engine and carries out its effects. Inputs that result from these follow afterwards.
    func feed(_ event: Input.Event, at time: Instant = MonotonicClock.now()) {
        inbox.inputs.append(Input(event, at: time))
        guard !inbox.isWorking else { return }
        inbox.isWorking = true
        defer { inbox.isWorking = false }
        repeat {
            while !inbox.inputs.isEmpty {
                work(on: inbox.inputs.removeFirst())
            }
            // Reporting an error of the trace may reveal that nobody reads standard output any more, which requests the
            // end.
            flushTrace()
        } while !inbox.inputs.isEmpty
    }

    private func work(on input: Input) {
        let compensation = engine.compensation
        let effects = engine.step(input)
        stepped?(input, effects)
        record(input, effects)
        // A control that the file lacks is noted before the camera gets the call, and the file is written while the camera carries
        // it out: a crash in these milliseconds loses the original, as it would if the call waited for the thread to begin.
        if let originals, !effects.isEmpty {
            var isNew = false
            effects.forEach { if originals.lacksControl(writtenBy: $0) { isNew = true } }
            if isNew { originals.keepNewControls(of: engine.readChangedOriginals()) }
        }
        effects.forEach { effect in
            carryOut(effect, input.time)
            answerTap(effect, input.time)
        }
        if engine.compensation != compensation { say(.compensation(engine.compensation), at: input.time) }
        // Other changes wait for the camera's answer.
        switch input.event {
        case .cameraAnswered, .cameraArrived, .cameraLeft, .stop: originals?.keep(engine.readChangedOriginals())
        default: break
        }
        originals?.write()
    }

    func say(_ announcement: Announcement, at time: Instant = MonotonicClock.now()) {
        announcer.say(announcement, at: time)
        tellWatchers(announcement, at: time)
    }

    func tellWatchers(_ announcement: Announcement, at time: Instant) {
        guard let server, server.hasWatchers else { return }
        var line = JSONLineBuilder()
        line.announcement(announcement, at: time)
        server.sendToWatchers(line.bytes)
    }

    private func watch() throws {
        try host.loop.add(timers.fileDescriptor, .readable) { [unowned self] _ in expire() }
        watchOutput()
        if let originals {
            try host.loop.add(originals.fileDescriptor, .readable) { [unowned self] _ in tellOriginalsFaults() }
        }
        try host.watchDevices { [unowned self] in devicesChanged($0) }
    }

    func expire(at time: Instant = MonotonicClock.now()) {
        do throws(DeviceError) {
            try timers.readExpired(now: time) { timer, generation in
                switch timer {
                case .engine(let id): feed(.timer(id, generation: generation))
                case .motionPoll: accelerometer.poll()
                case .motionWake: accelerometer.wakeAgain()
                case .motionRate: accelerometer.restoreRate()
                case .search(let kind): search(kind)
                case .stopDeadline: giveUp()
                }
            }
        } catch {
            say(.error(error.description))
        }
    }

    /// A signal has come. Nothing new begins while the session ends: its trace is complete soon.
    func follow(_ request: Host.Request, at time: Instant = MonotonicClock.now()) {
        switch request {
        case .end: signalled(at: time)
        case .nextFile: if !isStopping { beginNextTrace() }
        }
    }

    /// The first signal restores the camera; a later one ends the program without waiting for that.
    func signalled(at time: Instant = MonotonicClock.now()) {
        if let firstSignal = ending.firstSignal {
            if time.since(firstSignal) > Self.repeatTime { giveUp() }
            return
        }
        ending.firstSignal = time
        stop(at: time)
    }

    /// Restores the camera, and then ends.
    func stop(at time: Instant = MonotonicClock.now()) {
        guard ending.began == nil else { return }
        ending.began = time
        // The camera has not been changed yet: there is nothing to restore.
        guard phase != .opening else { return }
        arm(.stopDeadline, time.advanced(by: Self.stopTime))
        feed(.stop, at: time)
    }

    private func giveUp() {
        end(because: "the camera did not take all its original settings back in time. ")
    }

    /// The camera has answered all restoring calls; `isComplete` is false if it refused some.
    func stopped(isComplete: Bool) {
        end(because: isComplete ? nil : "the camera refused some of its original settings. ")
    }

    /// Ends the loop; `run` then throws the failure.
    private func end(because reason: String?) {
        ending.isOver = true
        host.loop.stop()
        guard let reason, failure == nil else { return }
        let sentence = reason + "Connecting it again resets most cameras."
        ending.failure = KioskError(sentence)
        // Without --json it is printed once, on standard error, when the program ends.
        if options.isJSON { announcer.say(.error(sentence), at: MonotonicClock.now()) }
        tellWatchers(.error(sentence), at: MonotonicClock.now())
    }

    func arm(_ timer: Timer, _ deadline: Instant, generation: UInt32 = 0) {
        do throws(DeviceError) {
            try timers.arm(timer, deadline: deadline, generation: generation)
        } catch {
            say(.error(error.description))
        }
    }

    func disarm(_ timer: Timer) {
        do throws(DeviceError) {
            try timers.disarm(timer)
        } catch {
            say(.error(error.description))
        }
    }
}
