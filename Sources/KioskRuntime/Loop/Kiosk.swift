import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace

/// The loop of a kiosk: devices, engine, trace and control socket, on one thread. It decides nothing about focus.
public final class Kiosk {
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

    let options: KioskOptions
    let loop: EventLoop
    let timers: TimerQueue<Timer>
    let announcer: Announcer
    var engine: Engine
    /// Inputs that arrived while another one was handled, in order.
    private var inbox: [(input: Input, client: ControlServer.ClientID?)] = []
    private var isWorking = false
    var trace: TraceRecorder?
    var server: ControlServer?
    /// Calls without an answer yet, for the announcements of their writes.
    var calls: [UInt32: ControlCall] = [:]
    /// Assigns the engine's answers to the clients that tapped.
    var tapAnswers = TapAnswers()
    var lastState = StateReport(
        state: .continuousAuto, point: nil, cause: .start, rule: .start, indicator: .largeAtCentre)
    var levels: LevelReport?
    /// Derives what unlocks the held focus and exposure.
    var lockWatch: LockWatch
    /// Exposure compensation in EV; positive is brighter.
    private(set) var compensation: Double
    /// The time at which the end was requested, by a signal or by a reader of standard output that has gone.
    private var stopBegan: Instant?
    private var firstSignal: Instant?
    var isStopping: Bool { stopBegan != nil }
    /// The failure to report at the end.
    private(set) var failure: KioskError?
    /// The error if standard output could not be written.
    var outputError: OutputError?
    /// True when the loop can stop.
    private var isOver = false
    /// True once the engine runs; before that, devices are only collected.
    var hasBegun = false
    /// True while devices are being opened, which may take seconds.
    private(set) var isOpening = false
    /// Requests that arrived before the engine ran.
    var earlyRequests: [(request: ControlRequest, client: ControlServer.ClientID)] = []

    var searches: [DeviceNews.Kind: DeviceSearch] = [
        .camera: DeviceSearch(), .touchscreen: DeviceSearch(), .accelerometer: DeviceSearch(),
    ]
    let originals: OriginalsKeeper?
    let camera: CameraSlot
    let touchscreen: TouchscreenSlot
    let accelerometer: AccelerometerSlot
    private let monitor: DeviceMonitor
    private let signals: SignalSource
    private let terminal = ControllingTerminal()

    /// Creates the parts of the loop. `run` opens the devices.
    /// - Parameter announcer: the output of announcements; nil for standard output.
    public init(_ options: KioskOptions, announcer: Announcer? = nil) throws {
        self.options = options
        signals = try SignalSource()
        loop = try EventLoop()
        timers = try TimerQueue()
        self.announcer = announcer ?? Announcer(isJSON: options.isJSON)
        engine = Engine(configuration: options.configuration)
        compensation = options.configuration.exposureCompensation
        lockWatch = LockWatch(options.configuration)
        monitor = try DeviceMonitor()
        let originals = try options.stateFolder.map { try OriginalsKeeper(folder: $0) }
        self.originals = originals
        let nothing: @Sendable (CameraIdentity) -> [RememberedOriginal] = { _ in [] }
        camera = try CameraSlot(
            selection: options.camera, lens: options.lens, quirks: options.quirks, loop: loop,
            remembered: originals?.remembered ?? nothing)
        touchscreen = TouchscreenSlot(selection: options.touch, loop: loop)
        accelerometer = AccelerometerSlot(selection: options.motion, loop: loop)
        camera.handler = { [unowned self] in handle($0) }
        touchscreen.handler = { [unowned self] in handle($0) }
        accelerometer.handler = { [unowned self] in handle($0) }
        self.announcer.failed = { [weak self] in self?.outputFailed($0) }
    }

    /// Runs until a signal requests the end and the camera has its originals back.
    ///
    /// The parts that depend on nothing else come first: signals, so that the end can be requested at any time, and the
    /// control socket, so that a second `run` finds the first one before it touches its camera or its trace.
    /// - Throws: the error that prevents the start (`DeviceError`, `SocketError` or `TraceFileError`); `KioskError` if
    ///   the camera has not taken all its originals back at the end; `OutputError` if standard output could not be
    ///   written.
    public func run() throws {
        // A reader that is gone and a limit on file sizes are reported as errnos of the write, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        do {
            try runUntilEnd()
            if let outputError { throw outputError }
        } catch {
            // A program reads standard output only. A failure after the start has been announced there already.
            if options.isJSON, !hasBegun { announcer.say(.error("\(error)"), at: MonotonicClock.now()) }
            throw error
        }
    }

    private func runUntilEnd() throws {
        try watchSignals()
        let server = try ControlServer(path: options.socket, loop: loop) { [unowned self] request, client in
            answer(request, client)
        }
        self.server = server
        defer { server.close() }
        isOpening = true
        let opening = try openDevices()
        guard !isStopping else { return }
        try beginTrace(opening.arrivals)
        defer { finishTrace() }
        try watch()
        isOpening = false
        hasBegun = true
        for arrival in opening.arrivals { announceAndFeed(arrival) }
        feed(.start)
        announceMissing(besides: opening.failures)
        retry(opening)
        answerEarlyRequests()
        if !isOver { try loop.run() }
        originals?.finish()
        tellOriginalsFaults()
        if let failure { throw failure }
    }

    /// Passes an input to the engine and carries out its effects. Inputs that result from these follow afterwards.
    /// - Parameter client: the client whose request is the input; nil for other inputs.
    func feed(
        _ event: Input.Event, at time: Instant = MonotonicClock.now(), for client: ControlServer.ClientID? = nil
    ) {
        inbox.append((Input(event, at: time), client))
        guard !isWorking else { return }
        isWorking = true
        defer { isWorking = false }
        repeat {
            while !inbox.isEmpty {
                let (input, client) = inbox.removeFirst()
                work(on: input, for: client)
            }
            // Reporting an error of the trace may reveal that nobody reads standard output any more, which requests the
            // end.
            flushTrace()
        } while !inbox.isEmpty
    }

    private func work(on input: Input, for client: ControlServer.ClientID?) {
        if case .exposureCompensation(let ev) = input.event, ev.isFinite { compensation = ev }
        let effects = engine.step(input)
        record(input, effects)
        // The writer gets the originals before the camera gets any call.
        originals?.keep(engine.changedOriginals)
        tapAnswers.beginStep(of: input.event, client)
        effects.forEach { effect in
            carryOut(effect, input.time)
            answerTaps(effect, input.time)
        }
        if let overtaken = tapAnswers.endStep() { answerTap(.overtaken(overtaken), input.time) }
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

    private func watchSignals() throws {
        try loop.add(signals.fileDescriptor, .readable) { [unowned self] _ in
            signals.readSignals { signal in
                if signal.number != SIGHUP || terminal.hasHungUp(signal) { signalled() }
            }
        }
    }

    private func watch() throws {
        try loop.add(timers.fileDescriptor, .readable) { [unowned self] _ in expire() }
        watchOutput()
        if let originals {
            try loop.add(originals.fileDescriptor, .readable) { [unowned self] _ in tellOriginalsFaults() }
        }
        try loop.add(monitor.fileDescriptor, .readable) { [unowned self] _ in
            monitor.readChanges { change in devicesChanged(change) }
        }
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

    /// The first signal restores the camera; a later one ends the program without waiting for that.
    func signalled(at time: Instant = MonotonicClock.now()) {
        if let firstSignal {
            if time.since(firstSignal) > Self.repeatTime { giveUp() }
            return
        }
        firstSignal = time
        stop(at: time)
    }

    /// Restores the camera, and then ends.
    func stop(at time: Instant = MonotonicClock.now()) {
        guard stopBegan == nil else { return }
        stopBegan = time
        // The camera has not been changed yet: there is nothing to restore.
        guard !isOpening else { return }
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
        isOver = true
        loop.stop()
        guard let reason, failure == nil else { return }
        let sentence = reason + "Connecting it again resets most cameras."
        failure = KioskError(sentence)
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
