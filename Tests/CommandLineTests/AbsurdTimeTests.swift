import Foundation
import Testing

/// Traces with a time that no clock has shown are run again, too: without a trap, and without living through the centuries.
@Suite struct AbsurdTimeTests {
    private static let times = [Int64.min, 9_007_199_254_740_993, Int64.max]
    /// An input of each kind that has a time of its own: a camera's answer, a sample, a timer, a frame.
    private static let kinds = ["cameraAnswered", "acceleration", "timer", "frame"]

    /// The demo's trace, in which an input of a kind, in the middle, has another time.
    private static func trace(_ kind: String, at time: Int64) throws -> String {
        var lines = try SmallTraces.demo().split(separator: "\n").map(String.init)
        let places = lines.indices.filter { lines[$0].contains("\"in\":{\"\(kind)\"") }
        let index = places[places.count / 2]
        lines[index] = lines[index].replacing(/"t":[0-9]+/, with: "\"t\":\(time)")
        return lines.joined(separator: "\n") + "\n"
    }

    @Test(
        "A re-run, a new recording, a cut and a comparison end", .timeLimit(.minutes(10)),
        arguments: kinds, times)
    func ends(_ kind: String, _ time: Int64) throws {
        try withFolder { folder in
            try Data(try Self.trace(kind, at: time).utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            try Data(try SmallTraces.demo().utf8).write(to: URL(fileURLWithPath: folder + "/demo"))
            for arguments in [
                ["replay", "t", "--set", "forceLockTime=1"], ["trace", "rerecord", "t", "-o", "new"],
                ["trace", "diff", "t", "demo"], ["trace", "stats", "t"], ["trace", "view", "t", "-o", "page"],
            ] {
                let outcome = try Program.run(arguments, in: folder)
                #expect([0, 1, 3].contains(outcome.code), "\(arguments): \(outcome.code) \(outcome.errors)")
            }
        }
    }
}
