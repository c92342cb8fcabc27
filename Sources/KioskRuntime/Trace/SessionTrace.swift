import FocusCore
import Foundation
import LinuxDevices
import StateTrace

/// The trace of a running kiosk.
extension Session {
    /// Opens the trace, if one is wanted. Its header describes the devices.
    func beginTrace(_ arrivals: [Arrival], at time: Instant = MonotonicClock.now()) throws {
        guard let wanted = options.trace else { return }
        let id = SessionID.random()
        let devices = arrivals.compactMap(traceDevice)
        let recorder = try TraceRecorder(wanted, engine: steps.engine, at: time) { [options] in
            TraceHeader(
                tool: options.toolVersion, chart: options.chart, monotonic: MonotonicClock.now().nanoseconds,
                wallClock: TraceHeader.wallClock(at: Date()), session: id,
                configuration: options.configuration, devices: devices)
        }
        try watch(recorder)
        trace = recorder
    }

    private func watch(_ recorder: TraceRecorder) throws(DeviceError) {
        try host.loop.add(recorder.fileDescriptor, .readable) { [unowned self] _ in flushTrace() }
    }

    /// The file or the folder of the trace, while it is being written.
    var writtenTrace: String? { trace.flatMap { $0.health == .paused ? nil : $0.path } }

    func record(_ input: Input, _ effects: EffectList) {
        guard let trace else { return }
        var arrived: TraceCamera?
        if case .cameraArrived = input.event {
            arrived = camera.identity.map { TraceCamera(name: $0.name, usbID: $0.usbID) }
        }
        trace.record(input, effects, camera: arrived)
    }

    /// Passes lines to the writer. A disk that is full or slow ends the trace, or pauses that of a ring, and never the focusing.
    func flushTrace() {
        writeTrace { (trace) throws(TraceEnd) in try trace.flush(engine: steps.engine) }
    }

    /// Puts a person's words into the trace.
    func markTrace(_ text: String, at time: Instant = MonotonicClock.now()) {
        trace?.mark(text, at: time)
        flushTrace()
    }

    /// Begins a new file of the trace.
    func beginNextTrace() {
        guard writtenTrace != nil else { return }
        writeTrace { (trace) throws(TraceEnd) in try trace.beginNextFile(engine: steps.engine) }
    }

    private func writeTrace(_ body: (TraceRecorder) throws(TraceEnd) -> Void) {
        guard let trace else { return }
        let wasWaiting = trace.health == .waiting
        do throws(TraceEnd) {
            try body(trace)
            if wasWaiting, trace.health == .onTrial { armTrial() }
        } catch {
            guard trace.isRing else {
                dropTrace()
                return audience.say(.error("\(error) The trace ends here; focusing goes on."))
            }
            guard pause(trace) else { return }
            audience.say(.error("\(error) The trace pauses, and is tried again every minute; focusing goes on."))
        }
    }

    /// - Returns: true if that is news.
    @discardableResult
    private func pause(_ trace: TraceRecorder) -> Bool {
        host.loop.remove(trace.fileDescriptor)
        arm(.trace, MonotonicClock.now().advanced(by: Self.tracePause))
        return trace.pause()
    }

    /// A ring that could not be written is tried again.
    private static let tracePause = TimeSpan.milliseconds(60_000)
    /// Longer than a disk takes to refuse a line.
    private static let traceTrial = TimeSpan.milliseconds(5000)

    /// The time to try the folder of the trace again, or to believe that it can be written.
    func retryTrace() {
        guard let trace, !isStopping else { return }
        switch trace.health {
        case .written, .waiting: break
        case .paused:
            do {
                guard try trace.resume(engine: steps.engine) else {
                    pause(trace)
                    return
                }
                try watch(trace)
                if trace.health == .onTrial { armTrial() }
            } catch {
                pause(trace)
            }
        case .onTrial:
            trace.confirm()
            audience.say(.traceResumed(path: trace.path))
        }
    }

    private func armTrial() { arm(.trace, MonotonicClock.now().advanced(by: Self.traceTrial)) }

    func finishTrace() {
        do throws(TraceEnd) {
            try trace?.finish()
        } catch {
            audience.say(.error("\(error)"))
        }
        dropTrace()
    }

    private func dropTrace() {
        guard let trace else { return }
        host.loop.remove(trace.fileDescriptor)
        disarm(.trace)
        self.trace = nil
    }

    private func traceDevice(_ arrival: Arrival) -> TraceDevice? {
        let news: DeviceNews?
        let ability: TraceDevice.Ability
        switch arrival {
        case .camera(let description): (news, ability) = (camera.news, .camera(description))
        case .touchscreen(let description): (news, ability) = (touchscreen.news, .touchscreen(description))
        case .accelerometer: (news, ability) = (accelerometer.news, .accelerometer)
        }
        return news.map { TraceDevice(name: $0.name, path: $0.path, ability: ability) }
    }
}
