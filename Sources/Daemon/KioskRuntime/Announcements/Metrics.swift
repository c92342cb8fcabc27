import FocusCore
import LinuxSystem

/// The work of a kiosk since its start, as numbers for Prometheus.
struct Metrics: Equatable {
    /// The upper ends of the histogram's parts, in seconds.
    static let limits = [0.5, 1, 1.5, 2, 3, 5, 10]

    private var taps = 0
    private var settled: [String: Int] = [:]
    private var refused: [String: Int] = [:]
    private var ignored: [String: Int] = [:]
    private var unplugged: [String: Int] = [:]
    private var hasCamera = false
    /// For each limit the taps that took no longer; those that took longer count in `times` only.
    private var within = [Int](repeating: 0, count: Self.limits.count)
    private var times = 0
    private var sum = 0.0
    private var tappedAt: Instant?

    /// - Returns: true if a number has changed.
    mutating func count(_ announcement: Announcement, at time: Instant) -> Bool {
        let before = self
        switch announcement {
        case .state(let report) where report.cause == .tap:
            taps += 1
            tappedAt = time
        case .settled(let report):
            if let focus = report.focus { settled["component=\"focus\",outcome=\"\(focus)\"", default: 0] += 1 }
            if let exposure = report.exposure {
                settled["component=\"exposure\",outcome=\"\(exposure)\"", default: 0] += 1
            }
            if let tappedAt { took(time.since(tappedAt).seconds) }
            tappedAt = nil
        case .tapRefused(let reason, _): refused["reason=\"\(reason)\"", default: 0] += 1
        case .tapIgnored(let reason, _): ignored["reason=\"\(reason)\"", default: 0] += 1
        case .device(let news):
            if news.change == .left { unplugged["device=\"\(news.kind.rawValue)\"", default: 0] += 1 }
            if news.kind == .camera { hasCamera = news.change == .arrived }
        default: break
        }
        return self != before
    }

    private mutating func took(_ seconds: Double) {
        times += 1
        sum += seconds
        for (place, limit) in Self.limits.enumerated() where seconds <= limit { within[place] += 1 }
    }

    /// In the text format of Prometheus, for the textfile collector of its node exporter.
    var text: String {
        var lines: [String] = []
        func family(_ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: String)]) {
            lines += ["# HELP tapfocus_\(name) \(help)", "# TYPE tapfocus_\(name) \(kind)"]
            for sample in samples { lines.append("tapfocus_\(name)\(sample.labels) \(sample.value)") }
        }
        func counters(_ name: String, _ help: String, _ counts: [String: Int]) {
            let samples = counts.sorted { $0.key < $1.key }.map { (labels: "{\($0.key)}", value: "\($0.value)") }
            family(name, "counter", help, samples)
        }
        family("camera", "gauge", "1 if a camera is connected.", [("", hasCamera ? "1" : "0")])
        family("taps_total", "counter", "Taps that were accepted.", [("", "\(taps)")])
        counters("settled_total", "Ends of taps, by component and outcome.", settled)
        counters("refused_taps_total", "Taps that the camera could not follow.", refused)
        counters("ignored_taps_total", "Touches that were no taps, or were overtaken.", ignored)
        counters("unplugged_total", "Devices that have left.", unplugged)
        family("seconds_to_settled", "histogram", "The time from a tap until it is held, in seconds.", [])
        for (limit, count) in zip(Self.limits, within) {
            lines.append("tapfocus_seconds_to_settled_bucket{le=\"\(limit)\"} \(count)")
        }
        lines.append("tapfocus_seconds_to_settled_bucket{le=\"+Inf\"} \(times)")
        lines.append("tapfocus_seconds_to_settled_sum \(sum)")
        lines.append("tapfocus_seconds_to_settled_count \(times)")
        return lines.map { $0 + "\n" }.joined()
    }
}
