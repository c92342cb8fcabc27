import Foundation

/// The same taps with a stream of TapFocus's own and with programs that hold the frames, on real drivers in an emulated machine.
///
/// `Scripts/rig/measure-holder` makes the traces, in one run on one kernel.
enum HolderBenchmark {
    /// The taps of one trace.
    private struct Taps {
        /// The frames that each tap's searches have looked at.
        var frames: [Int] = []
        /// The number of taps whose focus and exposure were both found.
        var found = 0
        /// From a frame's capture to the engine, in nanoseconds.
        var ages: [Int64] = []
    }

    private struct Line: Decodable {
        struct Input: Decodable { var frame: Frame? }
        struct Frame: Decodable { var captured: Int64 }
        struct Effect: Decodable {
            var searched: Search?
            var exposed: Search?
            var settled: Settled?
        }
        struct Search: Decodable { var frames: Int }
        struct Settled: Decodable {
            var focus: String?
            var exposure: String?
        }

        var t: Int64?
        var `in`: Input?
        var out: [Effect]?
    }

    /// A program may need more frames than a stream of our own, by this factor.
    private static let aim = 1.1
    /// The same for a program that knows only when it has got a frame.
    private static let aimWhenReceived = 1.3

    static func run(folder: String) throws {
        let own = try taps(folder, "nothing")
        Table.headline("Frames from tap to held, with a program that holds the frames, on a real kernel in an emulator")
        row("a stream of our own", own, beside: nil, aim: 0)
        row("GStreamer, the driver's times", try taps(folder, "by_pipeline"), beside: own, aim: aim)
        row("Python, frames from a pipe, received", try taps(folder, "by_python"), beside: own, aim: aimWhenReceived)
    }

    private static func row(_ name: String, _ taps: Taps, beside own: Taps?, aim: Double) {
        let frames = taps.frames.median
        let age = "a frame is \((Double(taps.ages.median) / 1e6).decimal(1)) ms old in the engine"
        let ratio = own.map { Double(frames) / Double($0.frames.median) }
        let verdict = ratio.map {
            String(format: ", ratio %.2f, the aim is at most %.1f%@", $0, aim, $0 > aim ? ": MISSED" : "")
        }
        Table.row(
            name, "\(frames) frames", "\(taps.found) of \(taps.frames.count) taps found\(verdict ?? ""); \(age)")
    }

    private static func taps(_ folder: String, _ name: String) throws -> Taps {
        let text = try String(contentsOfFile: "\(folder)/\(name).jsonl", encoding: .utf8)
        var (taps, frames) = (Taps(), 0)
        for text in text.split(separator: "\n") where text.contains("\"frame\":") || text.contains("\"out\":") {
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            if let captured = line.in?.frame?.captured, let time = line.t { taps.ages.append(time - captured) }
            for effect in line.out ?? [] {
                frames += (effect.searched?.frames ?? 0) + (effect.exposed?.frames ?? 0)
                guard let settled = effect.settled else { continue }
                taps.frames.append(frames)
                if settled.focus == "converged", settled.exposure == "converged" { taps.found += 1 }
                frames = 0
            }
        }
        guard !taps.frames.isEmpty, !taps.ages.isEmpty else {
            throw Failure(
                "\(folder)/\(name).jsonl has no tap: Scripts/rig/measure-holder writes such traces")
        }
        return taps
    }
}
