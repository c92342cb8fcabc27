import Foundation

/// From the finger to the camera, by the virtual kiosk's own log: what TapFocus takes, beside the least that is possible.
///
/// `Scripts/rig/measure-tap` makes the logs, in one run on one kernel.
enum TapBenchmark {
    private struct Line: Decodable {
        var time: Int64
        var event: String
        var action: String?
        var text: String?
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static func run(log path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        }
        let own = try delays(in: lines, from: "tapfocus")
        let least = try delays(in: lines, from: "minimal-tap")
        Table.headline("From the finger's lift to the first control write, on a real kernel in an emulator")
        Table.row("TapFocus, median of \(own.count) taps", milliseconds(median(own)))
        Table.row("libevdev and one ioctl in C, \(least.count) taps", milliseconds(median(least)))
        Table.row("ratio", String(format: "%.2f", median(own) / median(least)), "the aim is at most 1.5")
    }

    /// A note in the log says whose taps follow.
    private static func delays(in lines: [Line], from program: String) throws -> [Double] {
        var delays: [Double] = []
        var lifted: Int64?
        var isCounting = false
        for line in lines {
            switch line.event {
            case "note":
                isCounting = line.text == program
                lifted = nil
            case "finger" where line.action == "up": lifted = line.time
            case "write":
                if isCounting, let start = lifted { delays.append(Double(line.time - start)) }
                lifted = nil
            default: break
            }
        }
        guard delays.count >= 5 else {
            throw Failure(description: "the log has only \(delays.count) taps of \(program)")
        }
        return delays
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    private static func milliseconds(_ nanoseconds: Double) -> String {
        String(format: "%.1f ms", nanoseconds / 1e6)
    }
}
