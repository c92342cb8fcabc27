import Foundation
import Testing

/// Locks, zooms, lights, shutters and other cameras, as the commands for traces tell of them.
@Suite struct PhoneTraceTests {
    /// Inputs, each with an effect.
    private static let steps: [(input: String, effect: String)] = [
        (#""keep":{"by":"person","at":[0.25,0.5]}"#, #"{"kept":{"by":"person"}}"#),
        (#""keepEnded":{}"#, #"{"kept":{"by":null}}"#),
        (#""zoom":{"factor":2,"rate":1}"#, #"{"zoomed":{"linear":0.25,"factor":2,"largest":4}}"#),
        (#""zoomChanged":150"#, #"{"fault":"zoomUnknown"}"#),
        (#""lightChanged":true"#, #"{"relit":{"on":true,"exposure":"searching"}}"#),
        (#""shutterChanged":true"#, #"{"shutter":"closed"}"#),
        (#""releaseCamera":{}"#, #"{"cameraReleased":{"complete":true}}"#),
    ]

    private static var trace: String {
        let lines = steps.enumerated().map { place, step in
            let time = (place + 1) * 1_000_000_000
            return #"{"t":\#(time),"in":{\#(step.input)}}"# + "\n" + #"{"t":\#(time),"out":[\#(step.effect)]}"# + "\n"
        }
        return #"{"format":"tapfocus-trace","version":2}"# + "\n" + lines.joined()
    }

    private func output(_ command: String...) throws -> String {
        try withFolder { folder in
            try Data(Self.trace.utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            return try Program.run(["trace"] + command + ["t"], in: folder).output
        }
    }

    @Test("trace show has a line for each of them, and for what comes of it")
    func show() throws {
        let shown = try output("show")
        for words in [
            "a person locks focus and exposure at 0.250, 0.500 of the view", "locked by a person: no motion",
            "the lock is over", "zoom to 2x, at a rate of 1", "zoom: 25 % of its range, 2x",
            "another program has zoomed: the camera's control is at 150", "the camera's zoom is in effect",
            "a light is on\n", "a light is on: the held exposure is found again", "the camera's shutter is closed",
            "another camera is about to take this one's place", "camera released: everything is restored",
        ] { #expect(shown.contains(words), "\(words): \(shown)") }
    }

    @Test("trace stats counts them in a row of their own")
    func stats() throws {
        let row = try #require(try output("stats").split(separator: "\n").first { $0.hasPrefix("  besides ") })
        for words in ["1 locked by person", "1 zoomed", "1 light searching", "1 shutter closed"] {
            #expect(row.contains(words), "\(row)")
        }
    }
}
