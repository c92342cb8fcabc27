import FocusCore
import Foundation

/// The share of a core that a whole `tapfocus run` takes while nothing happens: streaming, measuring, deciding, recording.
///
/// `Scripts/rig/measure-frames` counts processor time on real drivers in an emulated machine, which is many times
/// slower than this one. The factor is measured by the same work on both machines, separately for the program and the
/// kernel.
enum ShareBenchmark {
    struct Pace {
        /// The time to measure a frame, with the engine's step and the trace, in nanoseconds.
        var frame: Double
        /// The time to wake up for an event and read it, with four system calls, in nanoseconds.
        var wakeup: Double

        static func here() throws -> Pace {
            Pace(frame: try FrameCostBenchmark.watching(), wakeup: try SystemPace.wakeup().nanoseconds)
        }

        static func / (left: Pace, right: Pace) -> Pace {
            Pace(frame: left.frame / right.frame, wakeup: left.wakeup / right.wakeup)
        }
    }

    /// A situation, measured in the emulated machine.
    private struct Situation {
        var name: String
        /// Processor time as a share of the elapsed time.
        var program: Double
        var kernel: Double
        /// Frames a second that were measured.
        var measured: Double
        /// Frames a second that the camera sent.
        var sent: Double
    }

    /// The bound, as a share of a core at 30 frames a second.
    private static let bound = 0.02

    /// Runs in the emulated machine: prints its time for the same work.
    static func printPace() throws {
        let pace = try Pace.here()
        print("pace\t\(pace.frame)\t\(pace.wakeup)")
    }

    static func run(figures path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: "\t").map(String.init) }
        let situations = lines.compactMap(situation)
        guard let emulated = pace(lines), situations.count == lines.count(where: { $0.first == "case" }),
            !situations.isEmpty
        else { throw Failure("\(path) is not what Scripts/rig/measure-frames writes") }
        let slower = emulated / (try Pace.here())
        Table.headline(
            "A whole tapfocus run while nothing happens, on a real kernel in an emulator; the bound is 2 % of a core")
        Table.row(
            "the emulator is slower", String(format: "%.0f and %.0f ×", slower.frame, slower.wakeup),
            "for a frame's measurement, step and trace, and for a wake-up with four system calls")
        let due = FrameCostBenchmark.watchedRate
        for situation in situations { row(situation, slower, due: due) }
    }

    private static func row(_ situation: Situation, _ slower: Pace, due: Double) {
        // The emulated camera may send fewer than 30 frames a second. The kernel works for each frame sent, the program
        // for each frame measured; its work for the others is included if the camera keeps its pace.
        let forSent = situation.sent > 0 ? max(30 / situation.sent, 1) : 1
        let forMeasured = situation.measured > 0 ? max(due / situation.measured, 1) : 1
        let share = situation.program * forMeasured / slower.frame + situation.kernel * forSent / slower.wakeup
        let emulated = String(
            format: "%.1f + %.1f %% there (program + kernel), %.1f frames/s measured of %.1f",
            situation.program * 100, situation.kernel * 100, situation.measured, situation.sent)
        Table.row(
            situation.name, (share * 100).decimal(2) + " %", "\(share <= bound ? "met" : "MISSED"); \(emulated)")
    }

    /// The mean of the measurements before and after the situations.
    private static func pace(_ lines: [[String]]) -> Pace? {
        let paces = lines.filter { $0.first == "pace" }.map { $0.dropFirst().compactMap(Double.init) }
        guard !paces.isEmpty, paces.allSatisfy({ $0.count == 2 && $0[0] > 0 && $0[1] > 0 }) else { return nil }
        let count = Double(paces.count)
        return Pace(frame: paces.reduce(0) { $0 + $1[0] } / count, wakeup: paces.reduce(0) { $0 + $1[1] } / count)
    }

    /// Fields: case, name, seconds, times before, times after, frames. Times are hundredths of a second in the program
    /// and in the kernel; frames are the number measured, the number sent, and the nanoseconds between the first and
    /// the last one.
    private static func situation(_ fields: [String]) -> Situation? {
        guard fields.first == "case", fields.count == 6, let seconds = Double(fields[2]), seconds > 0 else {
            return nil
        }
        let (before, after, frames) = (numbers(fields[3]), numbers(fields[4]), numbers(fields[5]))
        guard before.count == 2, after.count == 2, frames.count == 3 else { return nil }
        return Situation(
            name: fields[1], program: (after[0] - before[0]) / 100 / seconds,
            kernel: (after[1] - before[1]) / 100 / seconds, measured: frames[0] / seconds,
            sent: frames[2] > 0 ? frames[1] / frames[2] * 1e9 : 0)
    }

    private static func numbers(_ text: String) -> [Double] { text.split(separator: " ").compactMap { Double($0) } }
}
