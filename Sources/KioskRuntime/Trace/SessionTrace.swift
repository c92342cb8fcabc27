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
        let recorder = try TraceRecorder(wanted, engine: engine, at: time) { [options] in
            TraceHeader(
                tool: options.toolVersion, chart: options.chart, monotonic: MonotonicClock.now().nanoseconds,
                wallClock: TraceHeader.wallClock(at: Date()), session: id,
                settings: EngineSettings(options.configuration), devices: devices)
        }
        try host.loop.add(recorder.fileDescriptor, .readable) { [unowned self] _ in flushTrace() }
        trace = recorder
    }

    func record(_ input: Input, _ effects: EffectList) {
        guard let trace else { return }
        var arrived: TraceCamera?
        if case .cameraArrived = input.event {
            arrived = camera.identity.map { TraceCamera(name: $0.name, usbID: $0.usbID) }
        }
        trace.record(input, effects, camera: arrived)
    }

    /// Passes lines to the writer. A disk that is full or slow ends the trace, never the focusing.
    func flushTrace() {
        writeTrace { (trace) throws(TraceEnd) in try trace.flush(engine: engine) }
    }

    /// Puts a person's words into the trace.
    func markTrace(_ text: String, at time: Instant = MonotonicClock.now()) {
        trace?.mark(text, at: time)
        flushTrace()
    }

    /// Begins a new file of the trace.
    func beginNextTrace() {
        writeTrace { (trace) throws(TraceEnd) in try trace.beginNextFile(engine: engine) }
    }

    private func writeTrace(_ body: (TraceRecorder) throws(TraceEnd) -> Void) {
        guard let trace else { return }
        do throws(TraceEnd) {
            try body(trace)
        } catch {
            dropTrace()
            say(.error("\(error) The trace ends here; focusing goes on."))
        }
    }

    func finishTrace() {
        do throws(TraceEnd) {
            try trace?.finish()
        } catch {
            say(.error("\(error)"))
        }
        dropTrace()
    }

    private func dropTrace() {
        guard let trace else { return }
        host.loop.remove(trace.fileDescriptor)
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
