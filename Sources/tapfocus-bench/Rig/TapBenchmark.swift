import Foundation

/// The time from the finger to the camera in the virtual kiosk's own log: TapFocus compared with the smallest possible program.
///
/// `Scripts/rig/measure-tap` makes the logs, in one run on one kernel.
enum TapBenchmark {
    private struct Line: Decodable {
        var time: Int64
        var event: String
        var action: String?
        var text: String?
    }

    static func run(log path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        }
        let own = try delays(in: lines, from: "tapfocus")
        let least = try delays(in: lines, from: "minimal-tap")
        Table.headline("From the finger's lift to the first control write, on a real kernel in an emulator")
        Table.row("TapFocus, median of \(own.count) taps", milliseconds(own.median))
        Table.row("libevdev and one ioctl in C, \(least.count) taps", milliseconds(least.median))
        let ratio = own.median / least.median
        Table.row(
            "ratio", ratio.decimal(2), "the aim is at most \(aim)\(ratio > aim ? ": MISSED" : "")")
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
                "only \(delays.count) taps of \(program) in the log reached the camera, and at least "
                    + "\(fewestTaps) are needed. Measure again while the machine has less to do.")
        }
        return delays
    }

    private static func milliseconds(_ nanoseconds: Double) -> String { (nanoseconds / 1e6).decimal(1) + " ms" }
}
