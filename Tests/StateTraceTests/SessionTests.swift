import ChartTools
import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

/// The fields that join the lines of many sessions.
@Suite struct SessionTests {
    private func record(session: SessionID?, camera: TraceCamera? = nil) throws -> [String] {
        let memory = Traces.Memory()
        var header = Traces.header()
        header.session = session
        var writer = try TraceWriter(header: header) { memory.bytes += $0 }
        var engine = WatchedEngine { Issue.record("\($0)") }
        for (index, event) in [Input.Event.cameraArrived(SimulatedCamera().description), .touchesLost, .start]
            .enumerated()
        {
            let input = Input(event, at: Instant(nanoseconds: 5_000_000_000 + Int64(index)))
            writer.record(input, engine.step(input), camera: camera)
        }
        try writer.end()
        return Traces.lines(memory.bytes)
    }

    @Test("Header, end, outputs and the inputs with outputs carry the session's id; other inputs do not")
    func names() throws {
        var generator = SplitMix64(seed: 3)
        let id = SessionID(using: &generator)
        let lines = try record(session: id)
        let name = "\"s\":\"\(id)\""
        for line in lines { #expect(line.contains(name) == !line.contains("touchesLost"), "\(line)") }
        #expect(lines[1].hasPrefix("{\"n\":1,\(name),\"t\":5000000000,\"in\":"))
        #expect(lines[2].hasPrefix("{\"n\":1,\(name),\"t\":5000000000,\"out\":["))
        #expect(lines[3] == "{\"n\":2,\"t\":5000000001,\"in\":{\"touchesLost\":{}}}")
        let report = try Traces.replay(lines)
        #expect(report.fault == nil && report.divergence == nil && report.inputs == 3 && report.isEnded)
    }

    @Test("Without a session id, no line carries one")
    func without() throws {
        #expect(try record(session: nil).allSatisfy { !$0.contains("\"s\":") })
    }

    @Test("Ids have eight unmistakable characters, and do not repeat")
    func ids() {
        let ids = (0..<10_000).map { _ in SessionID.random().description }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-hjkmnp-tv-z]{8}/) != nil })
    }

    @Test("The camera that arrives is named in its line, whatever its name; the engine does not see it")
    func camera() throws {
        let plain = try record(session: nil)
        let camera = TraceCamera(name: "A \"lens\"}]\\\n\u{1}é", usbID: "046d:082d")
        let lines = try record(session: nil, camera: camera)
        let line = try #require(try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
        let arrived = (line["in"] as? [String: [String: Any]])?["cameraArrived"]
        #expect(arrived?["name"] as? String == camera.name && arrived?["usb"] as? String == "046d:082d")
        #expect(lines.count == plain.count && zip(lines, plain).count { $0 != $1 } == 1)
        let report = try Traces.replay(lines)
        #expect(report.fault == nil && report.divergence == nil && report.inputs == 3)
        #expect(try record(session: nil, camera: TraceCamera(name: "M"))[1].contains("{\"name\":\"M\",\"image\""))
    }

    @Test("A trace of an older program, without sessions, cameras and times of outputs, replays")
    func old() throws {
        let report = try Traces.replay(Self.oldTrace)
        #expect(report.fault == nil && report.divergence == nil && report.isEnded)
        #expect(report.inputs == 3 && report.compared == 2)
    }

    @Test(
        "The time of day includes its zone",
        arguments: [
            (0, "2026-11-22T01:20:00.500Z"), (20_700, "2026-11-22T07:05:00.500+05:45"),
            (3600, "2026-11-22T02:20:00.500+01:00"), (-18_000, "2026-11-21T20:20:00.500-05:00"),
        ] as [(Int64, String)])
    func wallClock(zone: Int64, text: String) {
        let time = TimeOfDay(seconds: 1_795_310_400, nanoseconds: 500_000_000)
        #expect(TraceHeader.wallClock(at: time, zone: zone) == text)
    }

    private static let oldTrace = [
        #"{"format":"tapfocus-trace","version":1,"tool":"0.1.0","chart":"c","clock":"CLOCK_MONOTONIC","monotonic":0,"wallClock":"2026-11-20T15:13:16","configuration":{"forceLockTime":3},"devices":[]}"#,
        #"{"n":1,"t":0,"in":{"cameraArrived":{"image":[1920,1080],"controls":[{"id":10094858,"minimum":0,"maximum":1023,"step":1,"default":0,"menu":0,"readOnly":false,"writeOnly":false,"bounds":null,"minimumSize":[1,1],"value":300},{"id":10094860,"minimum":0,"maximum":1,"step":1,"default":1,"menu":0,"readOnly":false,"writeOnly":false,"bounds":null,"minimumSize":[1,1],"value":1},{"id":10094849,"minimum":0,"maximum":3,"step":1,"default":3,"menu":10,"readOnly":false,"writeOnly":false,"bounds":null,"minimumSize":[1,1],"value":3},{"id":10094850,"minimum":1,"maximum":2047,"step":1,"default":250,"menu":0,"readOnly":false,"writeOnly":false,"bounds":null,"minimumSize":[1,1],"value":250},{"id":9968353,"minimum":0,"maximum":0,"step":1,"default":0,"menu":0,"readOnly":false,"writeOnly":false,"bounds":[0,0,1920,1080],"minimumSize":[16,16],"value":[0,0,1920,1080]},{"id":9968354,"minimum":0,"maximum":9,"step":0,"default":9,"menu":0,"readOnly":false,"writeOnly":false,"bounds":null,"minimumSize":[1,1],"value":9}]}}}"#,
        #"{"n":1,"out":[{"levels":{"focus":"region","focusReason":"regionOffered","exposure":"region","exposureReason":"regionOffered"}}]}"#,
        #"{"n":2,"t":0,"in":{"start":{}}}"#,
        #"{"n":2,"out":[{"state":{"state":"continuousAuto","point":null,"cause":"start","rule":"start","indicator":"showLargeSquareAtCentre"}},{"call":{"id":1,"write":[[9968353,[800,450,320,180]],[9968354,9]]}}]}"#,
        #"{"n":3,"t":8000000,"in":{"cameraAnswered":{"call":1,"errno":0,"values":[[800,450,320,180],9]}}}"#,
        #"{"end":{"inputs":3,"outputs":3}}"#,
    ]
}
