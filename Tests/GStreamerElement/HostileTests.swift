import CGStreamer
import Foundation
import Glibc

/// A daemon that talks nonsense, or ends in the middle of a word: the pictures pass all the same.
enum HostileTests {
    static func run(_ findings: inout Findings) {
        for (name, bytes) in attacks { endure(name, bytes, &findings) }
        hearHalves(&findings)
        findAnotherOne(&findings)
        passWithoutEars(&findings)
    }

    private static let honest =
        #"{"event":"state","time":5,"state":"unlockableLocked","point":{"x":0.25,"y":0.75},"cause":"timer","rule":"r","id":3}"#

    private static let attacks: [(name: String, bytes: [UInt8])] = [
        ("garbage", MeasuringTests.pattern(100_000)), ("zeros", [UInt8](repeating: 0, count: 10_000)),
        ("an endless line", [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)),
        (
            "an event that is longer than a line may be",
            Array((#"{"event":"rest""# + String(repeating: " ", count: 70_000) + "}").utf8)
        ),
        ("lists without an end", [UInt8](repeating: UInt8(ascii: "["), count: 60_000)),
        (
            "wishes that cannot be",
            Array(
                [
                    #"{"event":"measure"}"#, #"{"event":"measure","id":-1}"#,
                    #"{"event":"measure","id":8,"focus":[1e999,0,1,1],"exposure":[0,0,1,1],"grid":true,"interval":0}"#,
                    #"{"event":"measure","id":8,"focus":[0,0,1],"exposure":"all","grid":7,"interval":[]}"#,
                ].joined(separator: "\n").utf8)
        ),
        (
            "news that cannot be",
            Array(
                [
                    #"{"event":7}"#, #"{"event":"held"}"#, #"{"event":"settled","focus":{}}"#, "null", "[]", "\"", "{",
                    #"{"event":"error"}"#, #"{"event":"tap-ignored","id":1e300}"#,
                ].joined(separator: "\n").utf8)
        ),
    ]

    /// An element whose frames are measured.
    private static func measuring(_ daemon: PlayedDaemon, _ picture: [UInt8]) -> Harness {
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", MeasuringTests.caps("GRAY8"))
        _ = harness.pass(picture) { !daemon.requests("frame").isEmpty }
        return harness
    }

    private static func endure(_ name: String, _ bytes: [UInt8], _ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let picture = MeasuringTests.pattern(320 * 240)
        let harness = measuring(daemon, picture)
        let words = bytes + Array("\n\(honest)\n".utf8)
        // The element reads while pictures pass.
        Thread.detachNewThread { daemon.pour(words) }
        var told: [String] = []
        let isHeard = harness.pass(picture) {
            told += harness.messages()
            return told.contains { $0.hasPrefix("tapfocus-state") && $0.contains("state=unlockableLocked") }
        }
        let count = daemon.requests("frame").count
        let goesOn = harness.pass(picture) { daemon.requests("frame").count > count + 2 }
        let errors = told.filter { $0.hasPrefix("error") || $0.hasPrefix("warning") }
        findings.expect(
            "\(name): the pictures pass, the next line is heard, and frames are measured",
            isHeard && goesOn && daemon.departures == 0 && errors.isEmpty, "\(isHeard) \(goesOn) \(errors)")
    }

    private static func hearHalves(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let picture = MeasuringTests.pattern(320 * 240)
        let harness = measuring(daemon, picture)
        let line = Array("\(honest)\n".utf8)
        daemon.pour(Array(line[..<40]))
        let count = daemon.requests("frame").count
        let goesOn = harness.pass(picture) { daemon.requests("frame").count > count + 10 }
        let early = harness.messages().filter { $0.hasPrefix("tapfocus-state") }
        daemon.pour(Array(line[40...]))
        let isHeard = harness.pass(picture) { harness.messages().contains { $0.hasPrefix("tapfocus-state") } }
        findings.expect(
            "half a line keeps no picture waiting, and is heard with its other half",
            goesOn && early.isEmpty && isHeard, "\(goesOn) \(early) \(isHeard)")
    }

    private static func passWithoutEars(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let picture = MeasuringTests.pattern(320 * 240)
        let harness = measuring(daemon, picture)
        daemon.plugEars()
        // More frames than the connection has room for.
        var (arrived, slowest) = (0, 0)
        for _ in 0..<3000 {
            let begin = g_get_monotonic_time()
            let out = harness.pass(harness.buffer(picture))
            slowest = max(slowest, Int(g_get_monotonic_time() - begin))
            if out != nil { arrived += 1 }
            harness.drop(out)
        }
        daemon.stop()
        findings.expect(
            "a daemon that does not read keeps no picture waiting", arrived == 3000 && slowest < 1_000_000,
            "\(arrived) \(slowest) µs")
    }

    private static func findAnotherOne(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let picture = MeasuringTests.pattern(320 * 240)
        let harness = measuring(daemon, picture)
        _ = harness.messages()
        daemon.pour(Array(#"{"event":"rest","text":"and so "#.utf8))
        daemon.hangUp()
        var told: [String] = []
        let isGone = harness.pass(picture) {
            told += harness.messages()
            return told.contains { $0.hasPrefix("tapfocus-disconnected") }
        }
        let count = daemon.requests("frame").count
        let isBack = harness.pass(picture) { daemon.requests("frame").count > count + 2 }
        told += harness.messages()
        findings.expect(
            "a daemon that ends in the middle of a line leaves nothing of it to the next one",
            isGone && isBack && told.allSatisfy { !$0.hasPrefix("error") && !$0.contains("and so") },
            "\(isGone) \(isBack) \(told)")
    }
}
