import FocusCore
import Foundation
import LinuxDevices
import StateTrace

/// The trace of a running kiosk.
extension Kiosk {
    /// Opens the trace, if one is wanted. What the devices can do stands in its header.
    func beginTrace(_ arrivals: [Arrival]) throws {
        guard let path = options.trace else { return }
        let file = try TraceFile(path: path)
        let header = TraceHeader(
            tool: options.toolVersion, chart: options.chart, monotonic: MonotonicClock.now().nanoseconds,
            wallClock: Date().ISO8601Format(.iso8601(timeZone: .current, includingFractionalSeconds: true)),
            settings: EngineSettings(options.configuration), devices: arrivals.compactMap(traceDevice))
        trace = try TraceWriter(header: header) { bytes in try file.write(bytes) }
    }

    /// Hands lines over. A disk that is full ends the trace, never the focusing.
    func flushTrace() {
        do {
            try trace?.flush()
        } catch {
            trace = nil
            say(.error("\(error) The trace ends here; focusing goes on."))
        }
    }

    func finishTrace() {
        do {
            try trace?.end()
        } catch {
            say(.error("\(error)"))
        }
        trace = nil
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
