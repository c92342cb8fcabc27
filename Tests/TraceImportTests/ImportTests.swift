import FocusCore
import StateTrace
import Testing

@testable import TraceImport

@Suite struct ImportTests {
    private struct Outcome {
        var inputs: [Input] = []
        var effects: [Effect] = []
        var damage: [RecordingError] = []

        var touches: [Input] { inputs.filter(\.isTouch) }
        var samples: [Input] { inputs.filter(\.isSample) }

        func count(_ isMeant: (Effect) -> Bool) -> Int { effects.count(where: isMeant) }
    }

    private final class Memory { var outcome = Outcome() }

    private func run(
        _ touches: String?, _ samples: String? = nil, motionStart: TimeSpan = .zero, hasCamera: Bool = true,
        configuration: Configuration = Configuration()
    ) throws -> Outcome {
        var recordings = TraceImport(
            touches: try touches.map { try TouchRecording(path: $0) },
            samples: try samples.map { try SampleReader(path: $0) },
            motionStart: motionStart, configuration: configuration, hasCamera: hasCamera)
        let memory = Memory()
        try recordings.run { input, effects, _, _ in
            memory.outcome.inputs.append(input)
            effects.forEach { memory.outcome.effects.append($0) }
        }
        memory.outcome.damage = recordings.damage
        return memory.outcome
    }

    @Test("Recorded taps lock, drags and two fingers do not, and recorded motion unlocks")
    func session() throws {
        let outcome = try run(recordingPath("panel-1.3.evemu"), recordingPath("lifted.csv"))
        let rules = outcome.effects.compactMap { effect in
            if case .state(let report) = effect { report.rule } else { nil }
        }
        // The device is lifted after 5.2 s: the lock of the first tap has become unlockable by then.
        #expect(rules == [.start, .tapped, .lockElapsedStill, .movedUnlocks, .tapped, .lockElapsedStill])
        #expect(outcome.count { if case .settled = $0 { true } else { false } } == 2)
        let ignored = outcome.effects.compactMap { effect in
            if case .tapIgnored(let reason, _) = effect { reason } else { nil }
        }
        #expect(ignored == [.secondFinger, .dragged])
        #expect(outcome.effects.last == .stopped(isComplete: true) && outcome.damage.isEmpty)
    }

    @Test("All recorded contacts and samples reach the engine, each at its time")
    func completeness() throws {
        var touches = try TouchRecording(path: recordingPath("panel-1.3.evemu"))
        var samples = try SampleReader(path: recordingPath("lifted.csv"))
        let outcome = try run(recordingPath("panel-1.3.evemu"), recordingPath("lifted.csv"))
        #expect(try outcome.touches == touches.all())
        #expect(try outcome.samples == samples.all())
        let times = outcome.inputs.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("Samples may begin after the touches, or before them", arguments: [1500, -1500] as [Int64])
    func motionStart(_ milliseconds: Int64) throws {
        let outcome = try run(
            recordingPath("panel-1.3.evemu"), recordingPath("lifted.csv"), motionStart: .milliseconds(milliseconds))
        let touch = try #require(outcome.touches.first)
        let sample = try #require(outcome.samples.first)
        #expect(sample.time.since(touch.time) == .milliseconds(milliseconds))
        #expect(min(touch.time, sample.time) == Instant(nanoseconds: 0))
    }

    @Test("Without a camera a recorded tap is refused, and motion alone is a session, too")
    func lessDevices() throws {
        let outcome = try run(recordingPath("resistive-1.0.evemu"), hasCamera: false)
        #expect(outcome.count { if case .tapRefused(.noCamera, _) = $0 { true } else { false } } == 1)
        let motion = try run(nil, recordingPath("lifted.csv"))
        #expect(motion.samples.count == 400 && motion.effects.last == .stopped(isComplete: true))
    }

    @Test("Other settings make other decisions of the same recording")
    func settings() throws {
        var configuration = Configuration()
        configuration.tap.longestTime = .milliseconds(50)
        let outcome = try run(recordingPath("panel-1.3.evemu"), configuration: configuration)
        #expect(outcome.count { if case .state(let report) = $0 { report.rule == .tapped } else { false } } == 0)
    }

    @Test("A damaged recording is run up to the damage; the other one goes on")
    func damage() throws {
        try withFile("0,0,0,9.8\n0.1,0,0,9.8\nx\n") { samples in
            let outcome = try run(recordingPath("panel-1.3.evemu"), samples)
            #expect(outcome.samples.count == 2 && outcome.touches.count == 31)
            #expect(outcome.damage.count == 1)
            #expect(outcome.damage.map(\.description).first?.contains(", line 3: expected a time in s") == true)
        }
    }

    @Test("A pause of days between two touches is not lived through frame by frame", .timeLimit(.minutes(1)))
    func pause() throws {
        var lines = try String(contentsOfFile: recordingPath("panel-1.3.evemu"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let events = lines.indices.filter { lines[$0].hasPrefix("E: ") }
        let first = try #require(events.first { lines[$0].contains(" 0000 0000 ") })
        // The first finger stays for a week, so nothing is held meanwhile, and nothing is read back.
        for index in events where index > first {
            let parts = lines[index].dropFirst(3).split(separator: ".", maxSplits: 1)
            let seconds = (Int(parts[0]) ?? 0) + 600_000
            lines[index] = "E: \(seconds).\(parts[1])"
        }
        try withFile(lines.joined(separator: "\n")) { touches in
            let outcome = try run(touches)
            #expect(outcome.touches.count == 31 && outcome.damage.isEmpty)
            #expect(outcome.inputs.last.map { $0.time > Instant(nanoseconds: 600_000_000_000_000) } == true)
        }
    }

    @Test(
        "Damage is told once, and a recording is not read on behind it",
        arguments: ["x", String(repeating: "1", count: 2 << 20), "0.1,0", "9999999,0,0,9.8", "0.01,0,0,9.8"])
    func damageOnce(_ line: String) throws {
        try withFile("0,0,0,9.8\n0.1,0,0,9.8\n\(line)\n0.3,0,0,9.8\n0.4,0,0,9.8\n") { samples in
            for touches in [nil, recordingPath("panel-1.3.evemu")] {
                let outcome = try run(touches, samples)
                #expect(outcome.samples.count == 2 && outcome.damage.count == 1, "\(outcome.damage)")
                #expect(outcome.damage.first?.description.contains(", line 3: expected") == true)
            }
        }
    }
}

extension Input {
    fileprivate var isTouch: Bool { if case .touch = event { true } else { false } }
    fileprivate var isSample: Bool { if case .acceleration = event { true } else { false } }
}
