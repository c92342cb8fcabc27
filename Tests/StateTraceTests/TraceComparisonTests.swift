import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

struct TraceComparisonTests {
    /// The rows: "=" for a step with the same effects, "~" with others, "-" and "+" for one of one side only.
    private func compare(_ left: [UInt8], _ right: [UInt8]) throws -> String {
        try TemporaryFolder.with { folder in
            try Data(left).write(to: URL(fileURLWithPath: folder + "/a"))
            try Data(right).write(to: URL(fileURLWithPath: folder + "/b"))
            final class Rows { var text = "" }
            let rows = Rows()
            _ = try TraceComparison.run(folder + "/a", folder + "/b") { row in
                switch row {
                case .both(let one, let other): rows.text += one.hasSameEffects(as: other) ? "=" : "~"
                case .left: rows.text += "-"
                case .right: rows.text += "+"
                }
            }
            return rows.text
        }
    }

    private func trace(_ events: [(Double, Input.Event)], _ configuration: Configuration = Configuration()) throws
        -> [UInt8]
    {
        let memory = Traces.Memory()
        var writer = try TraceWriter(header: Traces.header(configuration)) { memory.bytes += $0 }
        var engine = Engine(configuration: configuration)
        for (time, event) in events {
            let input = Input(event, at: Instant(nanoseconds: Int64(time * 1e9)))
            writer.record(input, engine.step(input))
        }
        try writer.end()
        return memory.bytes
    }

    private let morning: [(Double, Input.Event)] = [
        (1, .accelerometerArrived), (1, .cameraArrived(SimulatedCamera().description)), (1, .start), (2, .viewShown),
        (3, .viewTapped(x: 0.5, y: 0.5)), (4, .touchesLost), (5, .stop),
    ]

    @Test("A trace is the same as itself, and as the same inputs at other times")
    func same() throws {
        let later = morning.map { ($0.0 + 1000, $0.1) }
        #expect(try compare(trace(morning), trace(morning)) == "========")
        #expect(try compare(trace(morning), trace(later)) == "========")
        #expect(try compare(Traces.demo(), Traces.demo()).allSatisfy { $0 == "=" })
    }

    @Test("An input that only one of them has is told, and what follows is aligned, though the engine counts on")
    func inserted() throws {
        let more = morning[..<3] + [(1.5, Input.Event.viewTapped(x: 7, y: 7))] + morning[3...]
        #expect(try compare(trace(morning), trace(Array(more))) == "====+====")
        #expect(try compare(trace(Array(more)), trace(morning)) == "====-====")
    }

    @Test("Other effects of the same input are told")
    func otherEffects() throws {
        let other = Configuration().with {
            $0.forceLockTime = .milliseconds(4000)
            $0.unlockAfter = .seconds(9)
        }
        let rows = try compare(Traces.demo(), rerun(other))
        #expect(rows.hasPrefix("====") && rows.contains("~") && !rows.allSatisfy { $0 == "~" })
    }

    /// The demo's story under another configuration.
    private func rerun(_ configuration: Configuration) throws -> [UInt8] {
        var configuration = configuration
        configuration.view = .simulatedKiosk
        let memory = Traces.Memory()
        var writer = try TraceWriter(header: Traces.header(configuration)) { memory.bytes += $0 }
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        kiosk.run { writer.record($0, $1) }
        try writer.end()
        return memory.bytes
    }
}
