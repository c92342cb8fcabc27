import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

struct TraceReaderTests {
    private func fault(_ lines: [String]) throws -> ReplayReport.Fault? {
        try Traces.events(Array((lines.joined(separator: "\n") + "\n").utf8)) { _ in }.fault
    }

    @Test("The reader and the replay find the same damage at the same line")
    func sameDamage() throws {
        let lines = Traces.lines(try Traces.short())
        var damaged: [[String]] = [
            [], [""], Array(lines.dropFirst()), ["{}"] + lines, lines + lines.dropFirst(), ["[[[["] + lines,
            lines + [String(repeating: "x", count: TraceLine.longest + 1)],
        ]
        for index in lines.indices.dropFirst() {
            damaged.append(Array(lines[..<index]) + ["garbage"] + Array(lines[index...]))
        }
        for lines in damaged {
            let replayed = try Traces.replay(lines)
            #expect(try fault(lines) == replayed.fault && replayed.fault != nil)
        }
    }

    @Test("A snapshot after more inputs than can be is a fault of its line, and what follows it traps no reader")
    func absurdSnapshot() throws {
        for count in ["9223372036854775807", "18446744073709551615", "9007199254740992"] {
            let lines = ["{\"n\":\(count),\"t\":0,\"snapshot\":{\"version\":2}}", "{\"in\":{\"viewShown\":{}}}"]
            #expect(try fault(lines)?.line == 1)
            #expect(try Traces.replay(lines).fault?.line == 1)
        }
    }

    @Test("A torn last line is no damage, and its number is told")
    func torn() throws {
        let bytes = try Traces.demo().dropLast(40)
        let reader = try Traces.events(Array(bytes)) { _ in }
        #expect(reader.fault == nil && reader.tornLines == [Traces.lines(Array(bytes)).count] && !reader.isEnded)
    }

    @Test("Effects belong to the input directly before them")
    func misplaced() throws {
        var lines = Traces.lines(try Traces.short())
        let output = try #require(lines.firstIndex { $0.contains("\"out\":") })
        lines.insert(lines[output], at: output)
        #expect(try fault(lines)?.expected == "the effects directly after their input")
        #expect(try fault(lines)?.line == output + 2)
    }

    @Test("Interleaved sessions are a fault at the first line of the other one")
    func interleaved() throws {
        let lines = Traces.lines(try Traces.short())
        let mixed = Array(lines[..<5]) + Array(lines[3...])
        let fault = try #require(try fault(mixed))
        #expect(fault.line == 6 || fault.line == 7)
    }

    @Test("A header's session and a camera's name are told, and values of other types count as left out")
    func names() throws {
        let header =
            #"{"format":"tapfocus-trace","version":2,"tool":"9","wallClock":7,"monotonic":"x","s":"abc","devices":"#
        let devices = #"[1,{"name":"Finger","touchscreen":{}},{"name":"Old","camera":{}},{"name":"No","camera":{}}]}"#
        let camera = #"{"in":{"cameraArrived":{"name":"New \u0041","usb":"1:2","image":[1,1],"controls":[]}}}"#
        var sessions: [TraceSession] = []
        var cameras: [TraceCamera?] = []
        try Traces.events(Array("\(header)\(devices)\n\(camera)\n{\"in\":{\"cameraLeft\":{}}}\n".utf8)) { event in
            if case .session(let session, _) = event { sessions.append(session) }
            if case .input(_, let camera, _) = event { cameras.append(camera) }
        }
        let session = try #require(sessions.first)
        #expect(session.tool == "9" && session.id == "abc" && session.camera == "Old")
        #expect(session.wallClock == nil && session.monotonic == nil && session.version == 2)
        #expect(cameras == [TraceCamera(name: "New A", usbID: "1:2"), nil])
    }

    @Test("A growing file is read line by line; a line counts once it is whole")
    func growing() throws {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            let bytes = try Traces.short()
            try Data().write(to: URL(fileURLWithPath: path))
            let reader = try TraceReader(path: path, isGrowing: true)
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            var count = 0
            for start in stride(from: 0, to: bytes.count, by: 100) {
                try file.write(contentsOf: bytes[start..<min(start + 100, bytes.count)])
                while try reader.next() != nil { count += 1 }
                #expect(reader.fault == nil)
            }
            var whole = 0
            try Traces.events(bytes) { _ in whole += 1 }
            #expect(count == whole && reader.isEnded)
            try file.truncate(atOffset: 10)
            #expect(try reader.next() == nil)
            #expect(reader.fault?.expected.contains("made it shorter") == true)
        }
    }

    @Test("Thousands of torn headers in a row are a fault, not a memory that grows")
    func tornHeaders() throws {
        let torn = #"{"format":"tapfocus-trace","vers"#
        let lines = Traces.lines(try Traces.short()) + Array(repeating: torn, count: 2000)
        #expect(try fault(lines) != nil)
    }
}
