import Foundation

/// The time from the finger to the camera in the virtual kiosk's own log: TapFocus compared with the smallest possible
/// program.
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
        let ratio = median(own) / median(least)
        Table.row(
            "ratio", String(format: "%.2f", ratio), "the aim is at most \(aim)\(ratio > aim ? ": MISSED" : "")")
    }

    /// The bound on TapFocus's time, as a multiple of the smallest program's.
    private static let aim = 1.5
    /// Of the 15 taps of `Scripts/rig/measure-tap`, one or two may be lost if the emulated machine stalls while the
    /// finger is down. With fewer taps left, the median would be one of the lucky ones.
    private static let fewestTaps = 13

    /// A note in the log names the program that gets the following taps.
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
        guard delays.count >= fewestTaps else {
            throw Failure(
                description: "only \(delays.count) taps of \(program) in the log reached the camera, and at least "
                    + "\(fewestTaps) are needed. Measure again while the machine has less to do.")
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
