import FocusCore
import Foundation
import SimulatedDevices

@testable import StateTrace
@testable import TraceLines

/// A session that is cut in two: the second file begins with a snapshot.
struct CutSession {
    var configuration: Configuration
    var steps: [(input: Input, effects: EffectList)]
    /// The number of steps before the second file.
    var cut: Int
    var second: [UInt8]

    /// The steps of the second file.
    var later: ArraySlice<(input: Input, effects: EffectList)> { steps[cut...] }

    init(
        _ configuration: Configuration, _ steps: [(input: Input, effects: EffectList)], cut: Int,
        words: [Int: String] = [:]
    ) throws {
        (self.configuration, self.steps, self.cut) = (configuration, steps, cut)
        let memory = Traces.Memory()
        var header = Traces.header(configuration)
        var generator = SplitMix64(seed: 1)
        header.session = SessionID(using: &generator)
        var engine = Engine(configuration: configuration)
        var writer = try TraceWriter(header: header) { _ in }
        for (number, step) in steps.enumerated() {
            if number == cut {
                try writer.flush()
                writer = try TraceWriter(header: header, continuing: writer.progress, engine: engine) {
                    memory.bytes += $0
                }
            }
            _ = engine.step(step.input)
            writer.record(step.input, step.effects, camera: TraceCamera(name: "Lab"))
            if let text = words[number] { writer.addRemark(text) }
        }
        try writer.end()
        second = memory.bytes
    }

    static func demo(
        cut: Int, _ configuration: Configuration = Configuration().with { $0.view = .simulatedKiosk }
    ) throws -> CutSession {
        var steps: [(input: Input, effects: EffectList)] = []
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        kiosk.run { steps.append(($0, $1)) }
        return try CutSession(configuration, steps, cut: cut)
    }

    /// The beginning of the second file, as replay reads it.
    func beginning() throws -> SessionBeginning {
        final class Found { var beginning: SessionBeginning? }
        let found = Found()
        _ = try Traces.follow(second) { step in
            if case .resumed(let snapshot, let engine, _) = step {
                found.beginning = SessionBeginning(snapshot, engine)
            }
        }
        return found.beginning ?? SessionBeginning(configuration)
    }

    /// Runs the second file again as a session in memory.
    func rerun(_ configuration: Configuration? = nil, repeats: Bool = true) throws -> [RerunStep] {
        let beginning = try beginning()
        var run = beginning.recording
        for step in later { run.append(step.input, step.effects) }
        var rerun = Rerun(beginning.changed(to: configuration ?? self.configuration), repeats: repeats)
        var result: [RerunStep] = []
        for index in 0..<run.end { rerun.pass(index, of: run) { result.append($0) } }
        if let last = run[run.end - 1] { rerun.finish(at: last.input.time, of: run) { result.append($0) } }
        return result
    }

    /// As it is written, because a number that is none is not equal to itself.
    static func text(_ input: Input, _ effects: EffectList) -> String {
        var lines = SessionLines(session: nil)
        lines.record(input, effects)
        return String(decoding: lines.bytes, as: UTF8.self)
    }

    /// The steps of the second file but for those that answer nothing, and so have no cause.
    func caused() throws -> [(input: Input, effects: EffectList)] {
        var run = try beginning().recording
        return later.filter { step in
            run.append(step.input, step.effects)
            return run[run.end - 1]?.role != .stray
        }
    }

    /// The first difference of a re-run from recorded steps; nil if there is none.
    /// - Parameter recorded: nil: those of the second file.
    func difference(
        _ rerun: [RerunStep], from recorded: [(input: Input, effects: EffectList)]? = nil
    ) -> String? {
        let later = recorded ?? Array(later)
        for (step, other) in zip(rerun, later) {
            let (came, recorded) = (Self.text(step.input, step.effects), Self.text(other.input, other.effects))
            if came != recorded { return "\(came) and recorded is \(recorded)" }
            if step.isGuess { return "a guess: \(came)" }
        }
        return rerun.count == later.count ? nil : "\(rerun.count) steps, and \(later.count) recorded ones"
    }
}
