import FocusCore
import SimulatedDevices
import StateTrace
import Testing

@testable import tapfocus_soak

/// Re-runs of random worlds whose recording begins in their middle, with a snapshot.
struct MiddleWorldTests {
    private typealias Step = (input: Input, effects: EffectList)

    /// A part of a world's recording.
    private final class Part {
        var steps: [Step] = []
        var rerun: [RerunStep] = []
        var sessions: RerunSessions

        init(_ configuration: @escaping (Configuration) -> Configuration = { $0 }) {
            sessions = RerunSessions(configuration)
        }

        private func tell(_ event: RerunSessions.Event) {
            if case .rerun(let step) = event { rerun.append(step) }
        }

        /// Replays a trace, and runs it again.
        func read(_ trace: [UInt8]) {
            var replay = LineReplay(snapshots: EngineSnapshot.coding) { step in
                switch step {
                case .session(let recorded, let session): self.sessions.begin(session, recorded) { self.tell($0) }
                case .resumed(let snapshot, let engine, _):
                    self.sessions.resume(snapshot, engine) { self.tell($0) }
                case .step(let input, let effects, let line):
                    self.steps.append((input, effects))
                    self.sessions.take(input, effects, line: line) { self.tell($0) }
                }
            }
            var number = 0
            for line in trace.split(separator: UInt8(ascii: "\n")) {
                number += 1
                line.withUnsafeBytes { _ = replay.take(TraceLine(number: number, bytes: $0, isComplete: true)) }
            }
            replay.finish()
            sessions.end { tell($0) }
            #expect(replay.report.divergence == nil && replay.report.fault == nil)
        }
    }

    private func world(_ plan: WorldPlan) throws -> [Step] {
        let recorder = try WorldRecorder(plan)
        var world = World(plan, recorder: recorder)
        world.live()
        let whole = Part()
        whole.read(try recorder.finish())
        return whole.steps
    }

    /// The file that begins after some steps.
    private func secondFile(_ plan: WorldPlan, _ steps: [Step], after cut: Int) throws -> [UInt8] {
        final class Memory { var bytes: [UInt8] = [] }
        let memory = Memory()
        let header = TraceHeader(
            tool: "soak", chart: "chart", monotonic: 0, wallClock: nil, configuration: plan.configuration)
        var engine = Engine(configuration: plan.configuration)
        var first = try TraceWriter(header: header) { _ in }
        for step in steps[..<cut] { first.record(step.input, engine.step(step.input)) }
        var second = try TraceWriter(header: header, continuing: first.progress, engine: engine) { memory.bytes += $0 }
        for step in steps[cut...] { second.record(step.input, step.effects) }
        try second.end()
        return memory.bytes
    }

    /// As a trace has it, because a number that is none is not equal to itself.
    private func text(_ input: Input, _ effects: EffectList) -> [UInt8] {
        var lines = SessionLines(session: nil)
        lines.record(input, effects)
        return lines.bytes
    }

    @Test("With nothing changed, a re-run from any moment of a random world has the recorded effects, exactly")
    func same() throws {
        for number in 0..<100 as Range<UInt64> {
            let plan = WorldPlan(number: number)
            let steps = try world(plan)
            var random = SplitMix64(seed: number)
            let cut = 1 + random.below(max(steps.count - 1, 1))
            let second = Part()
            second.read(try secondFile(plan, steps, after: cut))
            let isSame =
                second.rerun.count == steps.count - cut
                && zip(second.rerun, steps[cut...]).allSatisfy {
                    text($0.input, $0.effects) == text($1.input, $1.effects)
                }
            let isCertain = second.rerun.allSatisfy { !$0.isGuess && !$0.isFirstDifference }
            #expect(isSame && isCertain, "world \(number), after input \(cut)")
        }
    }

    @Test("With something changed it comes to an end, and its steps are those of the engine that was changed there")
    func changed() throws {
        for number in 0..<60 as Range<UInt64> {
            let plan = WorldPlan(number: number)
            let steps = try world(plan)
            var random = SplitMix64(seed: number + 1)
            let cut = 1 + random.below(max(steps.count - 1, 1))
            var configuration = plan.configuration
            configuration.forceLockTime = .milliseconds(Int64(random.below(5000)))
            configuration.motion.deviation = random.nextUnit() * 3
            configuration.sceneWatch = SceneWatch.allCases[random.below(3)]
            configuration.autofocus.coarseStep *= 0.5 + random.nextUnit()
            let settings = configuration
            let second = Part { _ in settings }
            second.read(try secondFile(plan, steps, after: cut))
            var engine = Engine(configuration: plan.configuration)
            for step in steps[..<cut] { _ = engine.step(step.input) }
            engine.change(to: configuration)
            let isSound = second.rerun.allSatisfy {
                text($0.input, engine.step($0.input)) == text($0.input, $0.effects)
            }
            let isShort = second.rerun.count < 40 * steps.count + 1000
            #expect(isSound && isShort, "world \(number), after input \(cut)")
        }
    }
}
