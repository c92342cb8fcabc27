import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

struct TraceMinimizerTests {
    private func minimize(
        _ bytes: [UInt8], _ predicate: TracePredicate,
        progress: @escaping (TraceMinimizer.Progress) -> Bool = { _ in true }
    ) throws -> TraceMinimizer.Result {
        try TemporaryFolder.with { folder in
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/t"))
            return try TraceMinimizer.minimize(path: folder + "/t", until: predicate, progress: progress)
        }
    }

    private func inputs(_ result: TraceMinimizer.Result) -> [Input] {
        (result.recording.first..<result.recording.end).compactMap { result.recording[$0]?.input }
    }

    /// True if a fresh engine with these inputs shows it.
    private func shows(_ inputs: [Input], _ configuration: Configuration, _ predicate: TracePredicate) -> Bool {
        var engine = Engine(configuration: configuration)
        return inputs.contains { predicate.holds($0, engine.step($0)) }
    }

    private static let predicates: [TracePredicate] = [
        .state("unlockableLocked"), .rule("lock-elapsed-moved"), .rule("moved-unlocks"), .rule("view-shown"),
    ]

    @Test("What is left of the demo shows it at its end, replays bit for bit, and is small", arguments: predicates)
    func demo(_ predicate: TracePredicate) throws {
        let result = try minimize(try Traces.demo(), predicate)
        let inputs = inputs(result)
        let units = TraceUnits(result.recording).units.count
        #expect(result.end == .smallest && units <= 30 && result.touchSequences <= 1, "\(units) units")
        #expect(shows(inputs, result.beginning.engine.configuration, predicate))
        #expect(!shows(inputs.dropLast(), result.beginning.engine.configuration, predicate))
        let bytes = result.trace(tool: "test", chart: "chart", note: "a \"note\"")
        let report = try Traces.replay(bytes)
        #expect(report.divergence == nil && report.fault == nil && report.isEnded && report.inputs == inputs.count)
    }

    @Test("No single unit can be left out", arguments: predicates)
    func oneMinimal(_ predicate: TracePredicate) throws {
        let result = try minimize(try Traces.demo(), predicate)
        let units = TraceUnits(result.recording)
        #expect(!units.units.isEmpty)
        for unit in units.units {
            var trial = TraceTrial(beginning: result.beginning, predicate: predicate)
            let run = trial.run(result.recording, units.raw) { index, _ in unit.contains(index) ? .leaveOut : .keep }
            // A run with more answers and frames is no smaller one.
            #expect(run.map { $0.end > result.recording.end } ?? true, "\(unit)")
        }
    }

    @Test("A touch sequence is one unit from the first finger down to the last one up, whatever comes between")
    func units() {
        var run = RecordedRun()
        func add(_ event: Input.Event) {
            run.append(Input(event, at: Instant(nanoseconds: Int64(run.end))), EffectList())
        }
        func touch(_ slot: Int32, _ phase: TouchContact.Phase) {
            add(.touch(TouchContact(slot: slot, phase: phase, x: 1, y: 1)))
        }
        add(.start)
        touch(0, .down)
        add(.viewShown)
        touch(1, .down)
        touch(0, .up)
        touch(1, .move)
        touch(1, .up)
        touch(0, .down)
        touch(0, .cancelled)
        add(.timer(.forceLock, generation: 7))
        let units = TraceUnits(run)
        #expect(units.units == [[0], [1, 3, 4, 5, 6], [2], [7, 8], [9]].filter { $0 != [9] })
        #expect(units.touchSequences == 2 && units.raw == Array(0...8))
    }

    @Test("The result is the same each time, and minimizing it again changes nothing")
    func again() throws {
        let predicate = TracePredicate.rule("moved-unlocks")
        let first = try minimize(try Traces.demo(), predicate)
        let bytes = first.trace(tool: "test", chart: "chart", note: "note")
        #expect(bytes == (try minimize(try Traces.demo(), predicate)).trace(tool: "test", chart: "chart", note: "note"))
        let second = try minimize(bytes, predicate)
        #expect(second.recording.end <= first.recording.end && second.touchSequences == first.touchSequences)
    }

    @Test("A session that shows nothing is no result; neither is a file with other content")
    func nothing() throws {
        let demo = try Traces.demo()
        do {
            _ = try minimize(demo, .fault("holdLost"))
            Issue.record("the demo shows no such fault")
        } catch let failure as TraceMinimizer.Failure {
            guard case .notShown(let report) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(report.fault == nil && report.divergence == nil && report.inputs > 1000)
        }
        do {
            _ = try minimize(Array("garbage\n".utf8), .error)
            Issue.record("this is no trace")
        } catch let failure as TraceMinimizer.Failure {
            guard case .notShown(let report) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(report.fault?.line == 1)
        }
    }

    @Test("Ended early, the result is the smallest so far; before anything was found there is none")
    func interrupted() throws {
        let predicate = TracePredicate.rule("moved-unlocks")
        final class Count { var news = 0 }
        let count = Count()
        let result = try minimize(try Traces.demo(), predicate) { _ in
            count.news += 1
            return count.news < 12
        }
        #expect(result.end == .interrupted && shows(inputs(result), result.beginning.engine.configuration, predicate))
        let whole = try minimize(try Traces.demo(), predicate)
        #expect(result.recording.end > whole.recording.end)
    }

    @Test("Of a long session only what was set and the end is needed: its beginning is not even read a second time")
    func lateBeginning() throws {
        let configuration = Configuration().with { $0.view = .simulatedKiosk }
        let memory = Traces.Memory()
        var writer = try TraceWriter(header: Traces.header(configuration)) { memory.bytes += $0 }
        var engine = Engine(configuration: configuration)
        var steps = 0
        func step(_ input: Input) throws {
            writer.record(input, engine.step(input))
            steps += 1
        }
        // A long morning without a touch, before the demo's story.
        let hour: Int64 = 3_600_000_000_000
        for index in 0..<60_000 {
            try step(
                Input(
                    .acceleration(Acceleration(x: 0, y: 0, z: 9.81)),
                    at: Instant(nanoseconds: Int64(index) * 20_000_000)))
        }
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        var story: [Input] = []
        kiosk.run { input, _ in story.append(input) }
        for input in story {
            var input = input
            input.time = Instant(nanoseconds: input.time.nanoseconds + hour)
            if case .frames(.measured(var frame)) = input.event {
                frame.captured = Instant(nanoseconds: frame.captured.nanoseconds + hour)
                input.event = .frames(.measured(frame))
            }
            try step(input)
        }
        try writer.end()
        final class Phases { var all: Set<String> = [] }
        let phases = Phases()
        let result = try minimize(memory.bytes, .rule("moved-unlocks")) {
            phases.all.insert($0.phase)
            return true
        }
        #expect(phases.all == ["reading", "beginning", "inputs", "times", "values"])
        #expect(result.inputsBefore > 60_000 && result.recording.end < 400 && result.touchSequences == 1)
    }

    /// What another program does.
    private enum Interference { case automaticOn }

    private static func switchAutofocusOn(_ camera: inout SimulatedCamera, at time: Instant) {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.focusAuto, .integer(1)))
        _ = camera.perform(ControlCall(id: 0, operation: .write(settings)), at: time)
    }

    /// A tap that is held for ten minutes, during which another program switches the autofocus on twice: the camera tells it only
    /// when it is read.
    private func longHold() throws -> [UInt8] {
        let memory = Traces.Memory()
        var writer = try TraceWriter(header: Traces.header()) { memory.bytes += $0 }
        var player = EnginePlayer<Interference>(configuration: Configuration(), callTime: .milliseconds(5))
        var camera = SimulatedCamera(model: .region)
        func send(_ event: Input.Event) {
            let (input, effects) = player.step(event)
            writer.record(input, effects)
        }
        func live(until time: Instant) {
            while let due = player.next(until: time) {
                switch due {
                case .timer(let id, let generation): send(.timer(id, generation: generation))
                case .demand(let effect): if let answer = camera.answer(effect, at: player.now) { send(answer) }
                case .event(.automaticOn): Self.switchAutofocusOn(&camera, at: player.now)
                case .sample, .outdated: break
                }
            }
            player.advance(to: time)
        }
        func seconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000_000) }
        for time: Int64 in [120, 600] { player.add(.automaticOn, at: seconds(time)) }
        send(.cameraArrived(camera.description))
        send(.start)
        live(until: seconds(1))
        send(.viewTapped(x: 0.5, y: 0.5))
        live(until: seconds(620))
        try writer.end()
        return memory.bytes
    }

    @Test("Time in which the engine only reads again and again is cut out")
    func cutTime() throws {
        let result = try minimize(try longHold(), .fault("holdLost"))
        let inputs = inputs(result)
        let seconds = try #require(inputs.last).time.since(try #require(inputs.first).time).seconds
        #expect(result.inputsBefore > 600 && inputs.count < 80 && seconds < 20, "\(inputs.count) inputs, \(seconds) s")
        #expect(shows(inputs, result.beginning.engine.configuration, .fault("holdLost")))
    }
}
