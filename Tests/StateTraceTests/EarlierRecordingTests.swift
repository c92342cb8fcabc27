import FocusCore
import SimulatedDevices
import Testing

@testable import StateTrace

/// Recordings from before the reasons of a failure were recorded.
struct EarlierRecordingTests {
    /// A recorded tap in front of a blank wall.
    private static func wall() throws -> [String] {
        let configuration = Configuration().with { $0.view = .simulatedKiosk }
        let memory = Traces.Memory()
        var writer = try TraceWriter(header: Traces.header(configuration)) { memory.bytes += $0 }
        let tap = Happening(at: .demo(2), .viewTapped(x: 0.5, y: 0.5))
        let optics = Optics(scene: Scene(isBlankWall: true))
        var kiosk = SimulatedKiosk(
            configuration: configuration, story: Story(happenings: [tap], end: .demo(12)),
            camera: SimulatedCamera(model: .software, optics: optics))
        kiosk.run { input, effects in writer.record(input, effects) }
        try writer.end()
        return Traces.lines(memory.bytes)
    }

    @Test("A recording that does not tell why a tap has failed replays; one that tells another reason does not")
    func withoutReasons() throws {
        let lines = try Self.wall()
        let line = try #require(
            lines.firstIndex { $0.contains(/"focusReason":"(nothingToFocusOn|tooNoisy)"/) })
        let word = lines[line].contains("tooNoisy") ? "tooNoisy" : "nothingToFocusOn"
        let reason = ",\"focusReason\":\"\(word)\""
        #expect(try Traces.replay(lines).divergence == nil)
        var earlier = lines
        earlier[line] = lines[line].replacing(reason, with: "")
        #expect(try Traces.replay(earlier).divergence == nil)
        earlier[line] = lines[line].replacing(reason, with: ",\"focusReason\":\"tooDark\"")
        #expect(try Traces.replay(earlier).divergence != nil)
        earlier[line] = lines[line].replacing(reason, with: "").replacing(
            "\"focus\":\"failed\"", with: "\"focus\":\"held\"")
        #expect(try Traces.replay(earlier).divergence != nil)
    }

    @Test("A reason that this version does not know is a difference at its input, and what precedes it is replayed")
    func unknownReason() throws {
        var lines = try Self.wall()
        let line = try #require(lines.firstIndex { $0.contains(/nothingToFocusOn|tooNoisy/) })
        lines[line] = lines[line].replacing(/nothingToFocusOn|tooNoisy/, with: "bored")
        let report = try Traces.replay(lines)
        #expect(report.divergence?.line == line && report.fault == nil)
    }
}
