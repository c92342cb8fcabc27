import FocusCore
import SimulatedDevices
import Testing
import TraceLines

@testable import tapfocus_soak

/// Re-runs of random worlds, in which cameras fail, answer late and send nonsense.
struct RerunWorldTests {
    private struct Lived {
        var recording = RecordedRun()
        var steps: [(input: Input, effects: EffectList)] = []
    }

    private func live(_ plan: WorldPlan) throws -> Lived {
        let recorder = try WorldRecorder(plan)
        var world = World(plan, recorder: recorder)
        world.live()
        final class Result { var lived = Lived() }
        let result = Result()
        var replay = LineReplay { step in
            guard case .step(let input, let effects, let line) = step else { return }
            result.lived.steps.append((input, effects))
            result.lived.recording.append(input, effects, line: line)
        }
        var number = 0
        for line in try recorder.finish().split(separator: UInt8(ascii: "\n")) {
            number += 1
            line.withUnsafeBytes { _ = replay.take(TraceLine(number: number, bytes: $0, isComplete: true)) }
        }
        replay.finish()
        #expect(replay.report.divergence == nil && replay.report.fault == nil)
        return result.lived
    }

    private func rerun(
        _ lived: Lived, _ configuration: Configuration, edit: (Int) -> RerunEdit = { _ in .keep }
    ) -> (steps: [RerunStep], rerun: Rerun) {
        var rerun = Rerun(SessionBeginning(configuration))
        var steps: [RerunStep] = []
        for index in 0..<lived.recording.end {
            rerun.pass(index, of: lived.recording, edit: edit(index)) { steps.append($0) }
        }
        if let last = lived.steps.last?.input.time {
            rerun.finish(at: last, of: lived.recording) { steps.append($0) }
        }
        return (steps, rerun)
    }

    /// As a trace has it, because a number that is none is not equal to itself.
    private func text(_ input: Input, _ effects: EffectList) -> [UInt8] {
        var lines = SessionLines(session: nil)
        lines.record(input, effects)
        return lines.bytes
    }

    @Test("With nothing changed, a re-run of a random world has the recorded effects, exactly")
    func same() throws {
        for number in 0..<150 as Range<UInt64> {
            let plan = WorldPlan(number: number)
            let lived = try live(plan)
            let (steps, rerun) = rerun(lived, plan.configuration)
            let isSame =
                steps.count == lived.steps.count
                && zip(steps, lived.steps).allSatisfy { text($0.input, $0.effects) == text($1.input, $1.effects) }
            #expect(isSame && !rerun.hasParted && !rerun.isGuess, "world \(number)")
        }
    }

    @Test("With something changed, it comes to an end, and its steps are those of an engine with the new settings")
    func changed() throws {
        for number in 0..<60 as Range<UInt64> {
            let plan = WorldPlan(number: number)
            let lived = try live(plan)
            var random = SplitMix64(seed: number)
            var configuration = plan.configuration
            configuration.forceLockTime = .milliseconds(Int64(random.below(5000)))
            configuration.motion.deviation = random.nextUnit() * 3
            configuration.autofocus.coarseStep *= 0.5 + random.nextUnit()
            let dropped = Set((0..<5).map { _ in random.below(max(lived.steps.count, 1)) })
            let (steps, rerun) = rerun(lived, configuration) { dropped.contains($0) ? .leaveOut : .keep }
            var engine = Engine(configuration: configuration)
            let isSound = steps.allSatisfy { text($0.input, engine.step($0.input)) == text($0.input, $0.effects) }
            #expect(
                isSound && rerun.engine.state == engine.state && steps.count < 40 * lived.steps.count + 1000,
                "world \(number)")
        }
    }
}
