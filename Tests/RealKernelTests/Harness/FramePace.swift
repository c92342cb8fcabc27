import Foundation

/// How evenly the frames of a search came, by the times at which the driver captured them.
struct FramePace {
    /// The longest time between two frames that were measured one after the other, in ns.
    var longestGap: Int64
    /// As the camera and its driver have agreed, in ns.
    var interval: Int64

    /// With so many intervals from one frame to the next, three frames are missing: more than what a search allows for once
    /// it has learned the camera's lag.
    private static let mostIntervals: Int64 = 4

    /// Whether the machine did not get along in between.
    var stoodStill: Bool { longestGap > Self.mostIntervals * interval }

    var words: String {
        "at most \(longestGap / 1_000_000) ms from frame to frame, \(interval / 1_000_000) as agreed"
    }
}

extension Stage {
    /// The pace of the frames in which a tap's search was made; nil: there were fewer than two.
    ///
    /// What is watched afterwards, at longer intervals, is another request. A stop before the first frame or after the last
    /// does a search no harm.
    func framePace(from start: Int64, to end: Int64) throws -> FramePace? {
        let streams = kiosk.log.lines().compactMap(Record.init).filter { $0.event == "streaming" }
        let stream = streams.last { $0.boolean("on") == true && $0.time <= end }
        guard let interval = stream?.number("interval") else { return nil }
        let frames = try Self.frames(in: run.trace).filter { $0.captured >= start && $0.captured <= end }
        // The tap's own request: before it, a camera without automatics may have been watched.
        let times = frames.filter { $0.request == frames.last?.request }.map(\.captured)
        guard let longest = zip(times, times.dropFirst()).map({ $1 - $0 }).max() else { return nil }
        return FramePace(longestGap: longest, interval: Clock.nanoseconds(interval))
    }

    private static func frames(in trace: String) throws -> [(request: Int64, captured: Int64)] {
        try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").compactMap { line in
            // Only these are worth decoding.
            guard line.contains("\"frame\":"), let record = Record(String(line)),
                let request = record.integer("in", "frame", "request"),
                let captured = record.integer("in", "frame", "captured")
            else { return nil }
            return (request, captured)
        }
    }
}
