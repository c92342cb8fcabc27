import Foundation

/// The regularity of a search's frames, by the driver's capture times.
struct FramePace {
    /// The longest time between two consecutive measured frames, in ns.
    var longestGap: Int64
    /// The interval that the camera and its driver have agreed on, in ns.
    var interval: Int64

    /// A gap of four intervals means three missing frames: more than a search tolerates once it has learned the
    /// camera's lag.
    private static let gapLimit: Int64 = 4

    /// True if the machine stalled between two frames.
    var stoodStill: Bool { longestGap > Self.gapLimit * interval }

    /// True if the machine is so slow that a write may be answered after the first frame that shows it. That frame is marked with the
    /// values before, so the camera seems to lag by a frame less than it does.
    var isUneven: Bool { longestGap * 4 > interval * 5 }

    var words: String {
        "at most \(longestGap / 1_000_000) ms from frame to frame, \(interval / 1_000_000) as agreed"
    }
}

extension Stage {
    /// The pace of the frames of a tap's search; nil if there were fewer than two.
    ///
    /// The scene watch afterwards, at longer intervals, is another request. A stall before the first frame or after the
    /// last does the search no harm.
    func framePace(from start: Int64, to end: Int64) throws -> FramePace? {
        let streams = kiosk.log.records().filter { $0.event == "streaming" }
        let stream = streams.last { $0.boolean("on") == true && $0.time <= end }
        guard let interval = stream?.number("interval") else { return nil }
        let frames = try Self.frames(in: run.trace).filter { $0.captured >= start && $0.captured <= end }
        // Only the tap's own request: a camera without automatics may have been measured before it.
        let times = frames.filter { $0.request == frames.last?.request }.map(\.captured)
        guard let longest = zip(times, times.dropFirst()).map({ $1 - $0 }).max() else { return nil }
        return FramePace(longestGap: longest, interval: Clock.nanoseconds(interval))
    }

    /// The frames that were measured until now, by the trace.
    static func frames(in trace: String) throws -> [(request: Int64, captured: Int64)] {
        try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").compactMap { line in
            // Decoding other lines would be a waste of time.
            guard line.contains("\"frame\":"), let record = Record(String(line)),
                let request = record.integer("in", "frame", "request"),
                let captured = record.integer("in", "frame", "captured")
            else { return nil }
            return (request, captured)
        }
    }
}
