import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace
@testable import TraceLines

/// Sessions that begin in their middle, with a snapshot: they are run again, cut down and recorded anew as others are.
@Suite struct MiddleSessionTests {
    private static let cuts = [5, 12, 60, 232, 250, 300, 455, 470, 640, 702, 720, 930, 1049]

    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/t"))
            return try body(folder + "/t")
        }
    }

    @Test("With nothing changed the re-run is the recording, wherever it begins", arguments: cuts)
    func same(cut: Int) throws {
        let session = try CutSession.demo(cut: cut)
        #expect(session.difference(try session.rerun()) == nil)
    }

    @Test("Everything under way at the beginning comes by its cause alone: timers, answers, frames", arguments: cuts)
    func causes(cut: Int) throws {
        let session = try CutSession.demo(cut: cut)
        let (steps, caused) = (try session.rerun(repeats: false), try session.caused())
        let difference = session.difference(steps, from: caused)
        #expect(difference == nil && caused.count > session.later.count - 20)
    }

    @Test("A file is run again: its setting counts from its beginning on, and what runs there keeps its deadline")
    func otherSetting() throws {
        // Input 10 begins the first force lock of 3 s; that of input 244 begins in the second file.
        let session = try CutSession.demo(cut: 100)
        final class Events {
            var locks: [Double] = []
            var sessions = 0
            var resumed = 0
        }
        let events = Events()
        try withFile(session.second) { path in
            let report = try TraceRerun.run(
                path: path,
                configuration: {
                    var changed = $0
                    changed.forceLockTime = .seconds(1)
                    return changed
                },
                tell: { event in
                    switch event {
                    case .session(_, let recorded, let changed):
                        events.sessions += 1
                        #expect(recorded.forceLockTime == .seconds(3) && changed.forceLockTime == .seconds(1))
                    case .resumed: events.resumed += 1
                    case .recorded: break
                    case .rerun(let step):
                        step.effects.forEach {
                            if case .state(let report) = $0, report.cause == .timer {
                                events.locks.append(Double(step.input.time.nanoseconds) / 1e9)
                            }
                        }
                    }
                })
            #expect(report.fault == nil && report.divergence == nil)
        }
        #expect(events.sessions == 1 && events.resumed == 1)
        let recorded = session.later.filter { step in
            var isTimer = false
            step.effects.forEach { if case .state(let report) = $0, report.cause == .timer { isTimer = true } }
            return isTimer
        }.map { Double($0.input.time.nanoseconds) / 1e9 }
        try #require(recorded.count == 3 && events.locks.count == 3, "\(recorded), \(events.locks)")
        #expect(recorded[0] == events.locks[0])
        #expect(abs(recorded[1] - events.locks[1] - 2) < 0.01 && abs(recorded[2] - events.locks[2] - 2) < 0.01)
    }

    @Test("A timer that the recording stops expires at its deadline, if the new run does not stop it")
    func deadline() throws {
        // The second tap, input 244 and later, restarts the force lock in the recording of a longer lock.
        let configuration = Configuration().with {
            $0.forceLockTime = .seconds(9)
            $0.view = .simulatedKiosk
        }
        let session = try CutSession.demo(cut: 100, configuration)
        var changed = configuration
        // No contact is short enough for a tap, so nothing restarts it.
        changed.tap.longestTime = .milliseconds(1)
        let began = try #require(
            session.steps.first { step in
                var isTap = false
                step.effects.forEach { if case .state(let report) = $0, report.rule == .tapped { isTap = true } }
                return isTap
            }?.input.time)
        let steps = try session.rerun(changed)
        let expiry = try #require(
            steps.first { if case .timer(.forceLock, _) = $0.input.event { true } else { false } })
        #expect(expiry.input.time == began.advanced(by: .seconds(9)) && expiry.recorded == nil)
    }

    @Test(
        "What is left of a session that begins in its middle keeps the snapshot, and replays",
        arguments: [100, 300, 500])
    func minimized(cut: Int) throws {
        let session = try CutSession.demo(cut: cut)
        let predicate = TracePredicate.rule("moved-unlocks")
        let result = try withFile(session.second) { try TraceMinimizer.minimize(path: $0, until: predicate) }
        let bytes = result.trace(tool: "test", chart: "chart", note: "small")
        let lines = Traces.lines(bytes)
        #expect(result.end == .smallest && lines.count < session.later.count / 4, "\(lines.count) lines")
        #expect(lines[1].contains(#""snapshot":{"#) && lines[1].hasPrefix("{\"n\":\(cut),"))
        let last = result.recording[result.recording.end - 1]
        #expect(last.map { predicate.holds($0.input, EffectList($0.effects)) } == true)
        let report = try Traces.replay(bytes)
        #expect(report.divergence == nil && report.fault == nil && report.isEnded && report.inputs > 0)
        let again = try withFile(bytes) { try TraceMinimizer.minimize(path: $0, until: predicate) }
        #expect(again.recording.end <= result.recording.end)
    }

    @Test("Recorded anew, such a file is what it was", arguments: cuts)
    func rerecorded(cut: Int) throws {
        let session = try CutSession.demo(cut: cut)
        var written: [UInt8] = []
        let result = try withFile(session.second) { path in
            try TraceRerecording.run(path: path, tool: "new", chart: "chart", write: { written += $0 })
        }
        #expect(result.fault == nil && !result.hasParted && !result.isGuess)
        func steps(_ bytes: [UInt8]) -> [String] {
            Traces.lines(bytes).filter { $0.contains(#""in":"#) || $0.contains(#""out":"#) }
                .map { $0.replacing(/"s":"[0-9a-z]+",/, with: "") }
        }
        #expect(steps(written) == steps(session.second))
        let lines = Traces.lines(written)
        #expect(lines[0].contains(#""tool":"new""#) && lines[1].contains(#""tool":"new""#))
        let report = try Traces.replay(written)
        #expect(report.divergence == nil && report.fault == nil && report.isEnded)
        #expect(report.inputs == session.later.count)
    }

    @Test("A file without its header, and one after another session, are run again too")
    func places() throws {
        let session = try CutSession.demo(cut: 300)
        let body = Traces.lines(session.second).dropFirst().joined(separator: "\n") + "\n"
        let whole = String(decoding: try Traces.demo(), as: UTF8.self)
        for (text, sessions, inputs) in [
            (body, 1, session.later.count),
            (whole + String(decoding: session.second, as: UTF8.self), 2, session.steps.count + session.later.count),
        ] {
            final class Counts {
                var sessions = 0
                var steps = 0
                var differences = 0
            }
            let counts = Counts()
            try withFile(Array(text.utf8)) { path in
                let report = try TraceRerun.run(path: path, configuration: { $0 }) { event in
                    switch event {
                    case .session: counts.sessions += 1
                    case .rerun(let step):
                        counts.steps += 1
                        if step.isFirstDifference || step.isGuess { counts.differences += 1 }
                    case .resumed, .recorded: break
                    }
                }
                #expect(report.fault == nil && report.divergence == nil)
            }
            #expect(counts.sessions == sessions && counts.steps == inputs && counts.differences == 0)
        }
    }

    @Test("An engine of another version is a fault with a sentence, and nothing is run")
    func foreign() throws {
        var lines = Traces.lines(try CutSession.demo(cut: 300).second)
        lines[1].replace(#""hasReportedRange":false"#, with: #""hasReportedRanges":[]"#)
        try withFile(Array((lines.joined(separator: "\n") + "\n").utf8)) { path in
            let rerun = try TraceRerun.run(path: path, configuration: { $0 }) { event in
                if case .rerun = event { Issue.record("it ran") }
            }
            let rerecorded = try TraceRerecording.run(path: path, tool: "new", chart: "chart", write: { _ in })
            for fault in [rerun.fault, rerecorded.fault] {
                #expect(fault?.line == 2 && fault?.expected.contains("this version of the engine") == true)
            }
        }
    }

    @Test("The timers of a snapshot are those that the engine has armed", arguments: cuts)
    func timers(cut: Int) throws {
        let beginning = try CutSession.demo(cut: cut).beginning()
        let snapshot = try #require(beginning.snapshot)
        let armed = Set(beginning.engine.outlook.timers.map(\.id))
        #expect(TimerID.allCases.filter { snapshot.deadlines[$0] != nil } == TimerID.allCases.filter(armed.contains))
        for id in armed { #expect(try #require(snapshot.deadlines[id]) >= snapshot.time) }
    }
}
