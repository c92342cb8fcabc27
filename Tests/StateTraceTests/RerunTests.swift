import FocusCore
import Foundation
import JSONLines
import SimulatedDevices
import Testing

@testable import StateTrace
@testable import TraceLines

/// A session, as a list of its steps.
private struct Session {
    var configuration: Configuration
    var steps: [(input: Input, effects: EffectList)] = []

    var recording: RecordedRun {
        var run = RecordedRun()
        for step in steps { run.append(step.input, step.effects) }
        return run
    }

    func rerun(
        _ changed: Configuration? = nil, repeats: Bool = true, edit: (Int, Input) -> RerunEdit = { _, _ in .keep }
    ) -> (steps: [RerunStep], rerun: Rerun) {
        let run = recording
        var rerun = Rerun(SessionBeginning(changed ?? configuration), repeats: repeats)
        var result: [RerunStep] = []
        for index in run.first..<run.end {
            guard let step = run[index] else { continue }
            rerun.pass(index, of: run, edit: edit(index, step.input)) { result.append($0) }
        }
        rerun.finish(at: steps.last?.input.time ?? Instant(nanoseconds: 0), of: run) { result.append($0) }
        return (result, rerun)
    }

    static func demo(_ configuration: Configuration = Configuration().with { $0.view = .simulatedKiosk }) -> Session {
        var session = Session(configuration: configuration)
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        kiosk.run { session.steps.append(($0, $1)) }
        return session
    }

    static func kept(_ name: String) throws -> [Session] {
        final class Sessions { var all: [Session] = [] }
        let sessions = Sessions()
        _ = try Replay.run(path: KeptTraces.folder.appendingPathComponent(name).path) { step in
            switch step {
            case .resumed: break
            case .session(let configuration, _): sessions.all.append(Session(configuration: configuration))
            case .step(let input, let effects, _): sessions.all[sessions.all.count - 1].steps.append((input, effects))
            }
        }
        return sessions.all
    }
}

struct RerunTests {
    private typealias Step = (input: Input, effects: EffectList)

    @Test("Centuries in which nothing is recorded are not lived through: beyond a limit the run goes on, as a guess")
    func patience() throws {
        var session = Session.demo()
        let answers = session.steps.indices.filter {
            if case .cameraAnswered = session.steps[$0].input.event { true } else { false }
        }
        // A clock that shows nonsense for one answer.
        session.steps[answers[answers.count / 2]].input.time = Instant(nanoseconds: .max)
        var changed = session.configuration
        changed.forceLockTime = .seconds(1)
        let result = session.rerun(changed)
        #expect(result.steps.count > 10_000 && result.steps.count < 1_000_000 && result.rerun.isGuess)
    }

    /// As it is written, because a number that is none is not equal to itself.
    private func text(_ step: Step) -> String {
        var line = JSONLine()
        line.open("{")
        step.input.event.write(to: &line)
        line.key("out")
        line.effects(step.effects)
        return "\(step.input.time.nanoseconds) " + String(decoding: line.bytes, as: UTF8.self)
    }

    /// The first difference; nil if there is none.
    private func difference(_ steps: [RerunStep], _ recorded: [Step]) -> String? {
        for (index, (step, other)) in zip(steps, recorded).enumerated() {
            let (came, expected) = (text((step.input, step.effects)), text(other))
            if came != expected { return "step \(index): \(came), and recorded is \(expected)" }
            if step.isGuess { return "step \(index) is a guess: \(came)" }
        }
        return steps.count == recorded.count ? nil : "\(steps.count) steps, and \(recorded.count) recorded ones"
    }

    /// The steps but for those that answer nothing, and so have no cause.
    private func caused(_ session: Session) -> [Step] {
        let run = session.recording
        return session.steps.enumerated().filter { run[$0.offset]?.role != .stray }.map(\.element)
    }

    @Test("With nothing changed, a re-run repeats each kept trace exactly", arguments: KeptTraces.names)
    func kept(_ name: String) throws {
        for (number, session) in try Session.kept(name).enumerated() {
            let (steps, rerun) = session.rerun()
            #expect(difference(steps, session.steps) == nil && !rerun.hasParted, "session \(number)")
        }
    }

    @Test("Everything that is caused comes by its cause alone, when nothing is repeated", arguments: KeptTraces.names)
    func causes(_ name: String) throws {
        for (number, session) in try Session.kept(name).enumerated() {
            #expect(difference(session.rerun(repeats: false).steps, caused(session)) == nil, "session \(number)")
        }
    }

    @Test("The same with the demo's story, whose taps are searched for in frames")
    func demo() {
        let session = Session.demo()
        #expect(difference(session.rerun(repeats: false).steps, caused(session)) == nil)
    }

    @Test("A longer force lock lets go later, and everything before it is as recorded")
    func forceLock() throws {
        let session = Session.demo()
        var changed = session.configuration
        changed.forceLockTime = .milliseconds(3500)
        let (steps, _) = session.rerun(changed)
        func unlockable(_ steps: [(Instant, EffectList)]) -> [Double] {
            steps.flatMap { time, effects in
                var times: [Double] = []
                effects.forEach {
                    if case .state(let report) = $0, report.cause == .timer { times.append(time.nanoseconds.seconds) }
                }
                return times
            }
        }
        let before = unlockable(session.steps.map { ($0.input.time, $0.effects) })
        let now = unlockable(steps.map { ($0.input.time, $0.effects) })
        #expect(before.count == 3 && now.count == 3)
        for (one, other) in zip(before, now) { #expect(abs(other - one - 0.5) < 0.001) }
        let parted = try #require(steps.firstIndex { $0.isFirstDifference })
        #expect(steps[..<parted].allSatisfy { !$0.isGuess } && parted > 5)
    }

    @Test("Another step of the lens finds the same place, by the recording's own curve, and is marked as a guess")
    func search() throws {
        let session = Session.demo()
        var changed = session.configuration
        changed.autofocus.coarseStep *= 0.8
        let (steps, rerun) = session.rerun(changed)
        func found(_ effects: [EffectList]) -> [Int64] {
            effects.flatMap { effects in
                var positions: [Int64] = []
                effects.forEach { if case .searched(let report) = $0 { positions.append(report.position) } }
                return positions
            }
        }
        let before = found(session.steps.map(\.effects))
        let now = found(steps.map(\.effects))
        #expect(rerun.isGuess && before.count == 3)
        let (one, other) = (try #require(before.first), try #require(now.first))
        #expect(abs(one - other) <= 40, "\(before), now \(now)")
    }

    @Test("Frames of which the recording tells nothing are of the measure's present version")
    func measureVersion() throws {
        var model = CameraModel.region
        model.givesFrames = true
        var session = Session(
            configuration: Configuration().with {
                $0.sceneWatch = .never
                $0.view = .simulatedKiosk
            })
        let story = Story(happenings: [Happening(at: .demo(3), .viewTapped(x: 0.3, y: 0.5))], end: .demo(12))
        var kiosk = SimulatedKiosk(
            configuration: session.configuration, story: story, camera: SimulatedCamera(model: model))
        kiosk.run { session.steps.append(($0, $1)) }
        var changed = session.configuration
        changed.sceneWatch = .always
        func versions(_ inputs: [Input]) -> [Int64] {
            inputs.compactMap { if case .frames(.began(let began)) = $0.event { began.measure } else { nil } }
        }
        let guessed = versions(session.rerun(changed).steps.map(\.input))
        #expect(versions(session.steps.map(\.input)).isEmpty && !guessed.isEmpty)
        #expect(guessed.allSatisfy { $0 == Int64(LumaMeasurement.version) }, "\(guessed)")
    }

    @Test("A tap that is left out has no effects, and those of the others stay")
    func leftOut() throws {
        let session = Session.demo()
        let downs = session.steps.indices.filter {
            if case .touch(let contact) = session.steps[$0].input.event { contact.phase == .down } else { false }
        }
        let (first, second) = (try #require(downs.first), downs[1])
        let (steps, _) = session.rerun { index, input in
            guard case .touch = input.event, (first..<second).contains(index) else { return .keep }
            return .leaveOut
        }
        func taps(_ effects: [EffectList]) -> Int {
            effects.reduce(0) { sum, effects in
                var count = sum
                effects.forEach { if case .state(let report) = $0, report.rule == .tapped { count += 1 } }
                return count
            }
        }
        #expect(taps(steps.map(\.effects)) == taps(session.steps.map(\.effects)) - 1)
    }

    @Test("What a re-run has done is a recording that replays, whatever was changed", arguments: 1...20)
    func consistent(_ seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let session = Session.demo()
        var changed = session.configuration
        changed.forceLockTime = .milliseconds(Int64(random.below(6000)))
        changed.settle.pollInterval = .milliseconds(Int64(10 + random.below(200)))
        changed.motion.deviation = random.nextUnit() * 4
        let skipped = Set((0..<200).map { _ in random.below(session.steps.count) })
        let (steps, rerun) = session.rerun(changed) { index, _ in skipped.contains(index) ? .leaveOut : .keep }
        var engine = Engine(configuration: changed)
        var last = Instant(nanoseconds: .min)
        for step in steps {
            #expect(engine.step(step.input) == step.effects && step.input.time >= last, "seed \(seed)")
            last = step.input.time
        }
        #expect(rerun.engine == engine && steps.count > 100, "seed \(seed)")
    }

    @Test("A file that is longer than what is kept of it is run again as a session in memory is")
    func longFile() throws {
        let morning: Int64 = 20_000
        let pause: Int64 = 20_000_000
        var session = Session(configuration: Session.demo().configuration)
        var engine = Engine(configuration: session.configuration)
        func add(_ event: Input.Event, _ time: Int64) {
            let input = Input(event, at: Instant(nanoseconds: time))
            session.steps.append((input, engine.step(input)))
        }
        for index in 0..<morning { add(.acceleration(Acceleration(x: 0, y: 0, z: 9.81)), index * pause) }
        for (input, _) in Session.demo().steps {
            var event = input.event
            if case .frames(.measured(var frame)) = event {
                frame.captured = Instant(nanoseconds: frame.captured.nanoseconds + morning * pause)
                event = .frames(.measured(frame))
            }
            add(event, input.time.nanoseconds + morning * pause)
        }
        var changed = session.configuration
        changed.forceLockTime = .milliseconds(3700)
        changed.autofocus.coarseStep *= 0.7
        let settings = changed
        let whole = session.rerun(changed).steps.map { text(($0.input, $0.effects)) + "\($0.isGuess)" }
        final class Steps { var all: [String] = [] }
        let steps = Steps()
        try TemporaryFolder.with { folder in
            var lines = SessionLines(session: nil)
            lines.header(Traces.header(session.configuration))
            for step in session.steps { lines.record(step.input, step.effects) }
            lines.end()
            try Data(lines.bytes).write(to: URL(fileURLWithPath: folder + "/t"))
            let report = try TraceRerun.run(path: folder + "/t", configuration: { _ in settings }) { event in
                guard case .rerun(let step) = event else { return }
                steps.all.append(text((step.input, step.effects)) + "\(step.isGuess)")
            }
            #expect(report.divergence == nil && report.fault == nil)
        }
        let difference = zip(steps.all, whole).first { $0 != $1 }
        #expect(difference == nil && steps.all.count == whole.count, "\(difference ?? ("", ""))")
    }
}

extension Int64 {
    fileprivate var seconds: Double { Double(self) / 1e9 }
}
