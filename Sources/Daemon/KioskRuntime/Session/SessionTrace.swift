import FocusCore
import LinuxDevices
import StateTrace

/// The trace of a session. A disk that is full or slow ends it, or pauses that of a ring, and never the focusing.
final class SessionTrace {
    private let loop: EventLoop
    private let audience: Audience
    private let steps: EngineSteps
    /// Asks for `retry` at a time; nil: at none.
    var watchRetry: (Instant?) -> Void = { _ in }
    /// Nil before the trace begins, and when it is over.
    private(set) var recorder: TraceRecorder?

    /// A ring that could not be written is tried again.
    private static let pauseTime = TimeSpan.milliseconds(60_000)
    /// Longer than a disk takes to refuse a line.
    private static let trialTime = TimeSpan.milliseconds(5000)

    init(_ loop: EventLoop, _ audience: Audience, _ steps: EngineSteps) {
        (self.loop, self.audience, self.steps) = (loop, audience, steps)
    }

    /// The file or the folder of the trace, while it is being written.
    var written: String? { recorder.flatMap { $0.health == .paused ? nil : $0.path } }

    /// - Parameter header: describes the session, whenever a file begins.
    func begin(_ wanted: TraceOptions, at time: Instant, header: @escaping () -> TraceHeader) throws {
        let recorder = try TraceRecorder(wanted, engine: steps.engine, at: time, header: header)
        try watch(recorder)
        self.recorder = recorder
    }

    private func watch(_ recorder: TraceRecorder) throws(DeviceError) {
        try loop.add(recorder.fileDescriptor, .readable) { [unowned self] _ in flush() }
    }

    func record(_ input: Input, _ effects: EffectList, camera: @autoclosure () -> CameraIdentity?) {
        guard let recorder else { return }
        var arrived: TraceCamera?
        if case .cameraArrived = input.event { arrived = camera().map { TraceCamera(name: $0.name, usbID: $0.usbID) } }
        recorder.record(input, effects, camera: arrived)
    }

    func flush() { write { (recorder) throws(TraceEnd) in try recorder.flush(engine: steps.engine) } }

    func mark(_ text: String, at time: Instant = MonotonicClock.now()) {
        recorder?.mark(text, at: time)
        flush()
    }

    func beginNextFile() {
        guard written != nil else { return }
        write { (recorder) throws(TraceEnd) in try recorder.beginNextFile(engine: steps.engine) }
    }

    private func write(_ body: (TraceRecorder) throws(TraceEnd) -> Void) {
        guard let recorder else { return }
        let wasWaiting = recorder.health == .waiting
        do throws(TraceEnd) {
            try body(recorder)
            if wasWaiting, recorder.health == .onTrial { retry(after: Self.trialTime) }
        } catch {
            guard recorder.isRing else {
                drop()
                return audience.say(.error("\(error) The trace ends here; focusing goes on."))
            }
            guard pause(recorder) else { return }
            audience.say(.error("\(error) The trace pauses, and is tried again every minute; focusing goes on."))
        }
    }

    /// - Returns: true if that is news.
    @discardableResult
    private func pause(_ recorder: TraceRecorder) -> Bool {
        loop.remove(recorder.fileDescriptor)
        retry(after: Self.pauseTime)
        return recorder.pause()
    }

    private func retry(after time: TimeSpan) { watchRetry(MonotonicClock.now().advanced(by: time)) }

    /// The time to try the folder of the trace again, or to believe that it can be written.
    func retry() {
        guard let recorder else { return }
        switch recorder.health {
        case .written, .waiting: break
        case .paused:
            do {
                guard try recorder.resume(engine: steps.engine) else {
                    pause(recorder)
                    return
                }
                try watch(recorder)
                if recorder.health == .onTrial { retry(after: Self.trialTime) }
            } catch {
                pause(recorder)
            }
        case .onTrial:
            recorder.confirm()
            audience.say(.traceResumed(path: recorder.path))
        }
    }

    func finish() {
        do throws(TraceEnd) {
            try recorder?.finish()
        } catch {
            audience.say(.error("\(error)"))
        }
        drop()
    }

    private func drop() {
        guard let recorder else { return }
        loop.remove(recorder.fileDescriptor)
        watchRetry(nil)
        self.recorder = nil
    }
}

extension Session {
    /// Opens the trace, if one is wanted. Its header describes the devices.
    func beginTrace(_ arrivals: [Devices.Arrival], at time: Instant = MonotonicClock.now()) throws {
        guard let wanted = options.trace else { return }
        let id = SessionID.random()
        let devices = arrivals.compactMap { arrival in
            self.devices[arrival.kind].news.map { TraceDevice(name: $0.name, path: $0.path, ability: arrival) }
        }
        try trace.begin(wanted, at: time) { [options] in
            TraceHeader(
                tool: options.toolVersion, chart: options.chart, monotonic: MonotonicClock.nanoseconds(),
                wallClock: TraceHeader.wallClock(), session: id,
                configuration: options.configuration, devices: devices)
        }
    }
}
