import FocusCore
import SimulatedDevices
import StateTrace

/// Traces for the tests of commands.
enum SmallTraces {
    /// A part of that story, which begins with a snapshot in the middle of its session.
    static func middle() throws -> String {
        let lines = try demo(snapshots: 300).split(separator: "\n")
        let snapshot = lines.firstIndex { $0.contains("\"snapshot\":") } ?? 0
        return (lines[..<1] + lines[snapshot...].prefix(150)).joined(separator: "\n") + "\n"
    }

    /// The recorded story of the demo.
    /// - Parameter interval: the number of inputs between two snapshots.
    static func demo(snapshots interval: Int = .max) throws -> String {
        final class Memory { var bytes: [UInt8] = [] }
        let configuration = Configuration().with { $0.view = .simulatedKiosk }
        let memory = Memory()
        let header = TraceHeader(
            tool: "0.1.0", chart: "a chart", monotonic: 0, wallClock: "2026-11-22T02:20:00.123+01:00",
            configuration: configuration)
        var writer = try TraceWriter(header: header) { memory.bytes += $0 }
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        var engine = Engine(configuration: configuration)
        kiosk.run { input, effects in
            _ = engine.step(input)
            writer.record(input, effects)
            if writer.progress.inputsSinceSnapshot >= interval { writer.snapshot(of: engine) }
        }
        try writer.end()
        return String(decoding: memory.bytes, as: UTF8.self)
    }

    /// The files of a ring in which the demo was recorded.
    /// - Parameter splits: the numbers of the inputs after which another file begins.
    static func ring(splits: [UInt64]) throws -> [String] {
        final class Files { var all: [[UInt8]] = [[]] }
        let configuration = Configuration().with { $0.view = .simulatedKiosk }
        var generator = SplitMix64(seed: 1)
        let header = TraceHeader(
            tool: "0.1.0", chart: "a chart", monotonic: 0, wallClock: "2026-11-22T02:20:00.123+01:00",
            session: SessionID(using: &generator), configuration: configuration)
        let files = Files()
        func sink(_ bytes: borrowing [UInt8]) { files.all[files.all.count - 1] += copy bytes }
        var writer = try TraceWriter(header: header) { sink($0) }
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        var engine = Engine(configuration: configuration)
        var steps: [(Input, EffectList)] = []
        kiosk.run { steps.append(($0, $1)) }
        for (input, effects) in steps {
            _ = engine.step(input)
            writer.record(input, effects, camera: TraceCamera(name: "Lab Camera"))
            guard splits.contains(writer.progress.inputs) else { continue }
            try writer.end()
            files.all.append([])
            writer = try TraceWriter(header: header, continuing: writer.progress, engine: engine) { sink($0) }
        }
        try writer.end()
        return files.all.map { String(decoding: $0, as: UTF8.self) }
    }
}
