import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

/// Snapshots in traces.
@Suite struct TraceSnapshotTests {
    /// The demo's story with snapshots, in one file or in two.
    private struct Recording {
        var first: [UInt8] = []
        var second: [UInt8] = []
        /// The effects of the inputs after the split.
        var later: [EffectList] = []
    }

    /// - Parameters:
    ///   - interval: the number of inputs between two snapshots.
    ///   - split: the second file begins after this input.
    private func record(every interval: Int = 100, split: UInt64 = .max) throws -> Recording {
        let configuration = Configuration().with { $0.view = .simulatedKiosk }
        var header = Traces.header(configuration)
        var generator = SplitMix64(seed: 1)
        header.session = SessionID(using: &generator)
        let (memory, next) = (Traces.Memory(), Traces.Memory())
        var engine = Engine(configuration: configuration)
        var writer = try TraceWriter(header: header) { memory.bytes += $0 }
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        var steps: [(Input, EffectList)] = []
        kiosk.run { steps.append(($0, $1)) }
        var recording = Recording()
        let camera = TraceCamera(name: "Lab \"Camera\"", usbID: "1234:abcd")
        for (input, effects) in steps {
            #expect(engine.step(input) == effects)
            writer.record(input, effects, camera: camera)
            if writer.progress.inputs > split { recording.later.append(effects) }
            if writer.progress.inputsSinceSnapshot >= interval { writer.snapshot(of: engine) }
            guard writer.progress.inputs == split else { continue }
            try writer.flush()
            writer = try TraceWriter(header: header, continuing: writer.progress, engine: engine) { next.bytes += $0 }
        }
        try writer.end()
        recording.first = memory.bytes
        recording.second = next.bytes
        return recording
    }

    @Test("Replay compares each snapshot with its engine")
    func compared() throws {
        let lines = Traces.lines(try record().first)
        let report = try Traces.replay(lines)
        #expect(report.divergence == nil && report.fault == nil && report.isEnded)
        #expect(report.snapshots == lines.count { $0.contains(#""snapshot":{"#) } && report.snapshots >= 10)
        #expect(report.foreignSnapshots == 0)
    }

    @Test("A snapshot that differs is a divergence, at its line, with both states")
    func different() throws {
        var lines = Traces.lines(try record().first)
        let places = lines.indices.filter { lines[$0].contains(#""snapshot":{"#) }
        let place = places[3]
        lines[place].replace(#""hasReportedRange":false"#, with: #""hasReportedRange":true"#)
        let report = try Traces.replay(lines)
        let divergence = try #require(report.divergence)
        #expect(divergence.concern == .state && divergence.line == place + 1 && divergence.input == 400)
        let differences = FieldDifference.between(divergence.expected.utf8, divergence.came.utf8)
        #expect(
            differences == [FieldDifference(path: "touch.hasReportedRange", recorded: "true", came: "false")])
        #expect(report.snapshots == 4)
    }

    @Test("A snapshot of another version of the engine is passed over; a reformatted one is compared")
    func foreign() throws {
        var lines = Traces.lines(try record().first)
        let places = lines.indices.filter { lines[$0].contains(#""snapshot":{"#) }
        lines[places[0]].replace(#""hasReportedRange":false"#, with: #""hasReportedRanges":[]"#)
        lines[places[1]].replace(#""engine":{"#, with: #""engine" : { "#)
        lines[places[2]].replace(#""engine":{"#, with: #""engine":null,"motor":{"#)
        let report = try Traces.replay(lines)
        #expect(report.divergence == nil && report.fault == nil)
        #expect(report.foreignSnapshots == 1 && report.snapshots == places.count - 2)
    }

    @Test(
        "A number that no engine has makes a snapshot no other version: it is a difference",
        arguments: [
            ("searchesPerMinute", "99999999999"), ("armed", "65536"), ("armed", "-1"),
            ("searchesPerMinute", "18446744073709551616"),
        ])
    func impossible(key: String, number: String) throws {
        var lines = Traces.lines(try record().first)
        let place = try #require(lines.firstIndex { $0.contains(#""snapshot":{"#) })
        let field = try Regex("\"\(key)\":[0-9]+")
        let range = try #require(lines[place].firstRange(of: field))
        lines[place].replaceSubrange(range, with: "\"\(key)\":\(number)")
        let report = try Traces.replay(lines)
        let divergence = try #require(report.divergence)
        #expect(divergence.concern == .state && divergence.line == place + 1 && report.foreignSnapshots == 0)
        let differences = FieldDifference.between(divergence.expected.utf8, divergence.came.utf8)
        #expect(differences.map(\.recorded) == [number], "\(differences)")
    }

    @Test("A session that goes on in a second file replays there from its beginning", arguments: [1, 9, 432, 1050])
    func secondFile(split: UInt64) throws {
        let recording = try record(split: split)
        let lines = Traces.lines(recording.second)
        #expect(lines[0].contains(#""format""#) && lines[1].hasPrefix("{\"n\":\(split),\"s\":\""))
        let report = try Traces.replay(lines)
        #expect(report.divergence == nil && report.fault == nil && report.isEnded && report.sessions == 1)
        #expect(report.inputs == recording.later.count)
        var effects: [EffectList] = []
        var resumed: [TraceSnapshot] = []
        let followed = try Traces.follow(recording.second) { step in
            switch step {
            case .session: break
            case .resumed(let snapshot, _, _): resumed.append(snapshot)
            case .step(_, let came, _): effects.append(came)
            }
        }
        #expect(effects == recording.later && followed == report && resumed.map(\.inputs) == [split])
    }

    @Test("A file that begins with a snapshot, without a header, replays too")
    func withoutHeader() throws {
        let recording = try record(split: 500)
        let lines = Array(Traces.lines(recording.second).dropFirst())
        let report = try Traces.replay(lines)
        #expect(report.divergence == nil && report.fault == nil && report.isEnded && report.sessions == 1)
        #expect(report.chart == "sha256:test" && report.inputs == recording.later.count)
    }

    @Test("A second file that begins with a snapshot of another version is a fault with a sentence")
    func foreignBeginning() throws {
        var lines = Traces.lines(try record(split: 500).second)
        lines[1].replace(#""hasReportedRange":false"#, with: #""hasReportedRanges":[]"#)
        let fault = try #require(try Traces.replay(lines).fault)
        #expect(fault.line == 2 && fault.expected.contains("this version of the engine"))
    }

    @Test("A snapshot after lines that are missing is a fault")
    func missing() throws {
        var lines = Traces.lines(try record().first)
        let place = try #require(lines.firstIndex { $0.contains(#""snapshot":{"#) })
        lines.remove(at: place - 1)
        lines[place - 1].replace("{\"n\":100,", with: "{\"n\":101,")
        let fault = try #require(try Traces.replay(lines).fault)
        #expect(fault.line == place && fault.expected.contains("lines are missing"), "\(fault)")
    }

    @Test("A reader tells the snapshots, and which of them begins a session in its middle")
    func reader() throws {
        let recording = try record(split: 432)
        var snapshots: [(TraceSnapshot, Bool)] = []
        var inputs = 0
        let reader = try Traces.events(recording.second) { event in
            if case .snapshot(let snapshot, let isBeginning, _) = event { snapshots.append((snapshot, isBeginning)) }
            if case .input = event { inputs += 1 }
        }
        #expect(reader.fault == nil && reader.isEnded && inputs == recording.later.count)
        #expect(snapshots.map(\.1) == [true] + Array(repeating: false, count: snapshots.count - 1))
        let first = try #require(snapshots.first?.0)
        #expect(first.inputs == 432 && first.session.tool == "0.1.0" && first.session.monotonic == 17)
        #expect(first.session.wallClock == Traces.header().wallClock && first.session.id?.count == 8)
        #expect(first.camera == TraceCamera(name: "Lab \"Camera\"", usbID: "1234:abcd"))
        #expect(first.state == "autoAndForceLocked")
    }

    @Test("Two files of one session have the statistics of one file that holds it whole")
    func statistics() throws {
        var counter = TraceCounter()
        func count(_ bytes: [UInt8]) throws -> TraceStatistics {
            counter.beginFile()
            try Traces.events(bytes) { counter.count($0) }
            return counter.statistics
        }
        let whole = try count(try record().first)
        for split in [100, 432, 700] as [UInt64] {
            let recording = try record(split: split)
            counter = TraceCounter()
            var total = try count(recording.first)
            total.add(try count(recording.second))
            #expect(total == whole, "split after \(split)")
        }
    }

    @Test("A session counts once, also where a part of it was not recorded; another one counts by itself")
    func sessions() throws {
        let recording = try record(split: 500)
        let (first, second) = (recording.first, recording.second)
        let text = String(decoding: second, as: UTF8.self)
        let id = try #require(text.firstMatch(of: /"s":"([0-9a-z]{8})"/)?.output.1)
        let stranger = Array(text.replacing(id, with: "00000000").utf8)
        let bare = Array(Traces.lines(second).dropFirst().joined(separator: "\n").utf8)
        // Of the first file the last hundred lines are missing.
        let cut = Array(Traces.lines(first).dropLast(100).joined(separator: "\n").utf8) + [0x0a]
        for (files, sessions) in [
            ([first, second], 1), ([first, bare], 1), ([cut, second], 1), ([cut + second], 1), ([second], 1),
            ([bare], 1),
            ([first, stranger], 2), ([first, stranger, second], 3), ([first, first], 2), ([second, bare], 1),
        ] {
            var counter = TraceCounter()
            var total = TraceStatistics()
            for file in files {
                counter.beginFile()
                try Traces.events(file) { counter.count($0) }
                total.add(counter.statistics)
            }
            #expect(total.sessions == sessions, "\(files.map(\.count))")
        }
    }

    @Test("A hostile snapshot is a fault or is passed over, and fills no memory")
    func hostile() throws {
        var lines = Traces.lines(try record().first)
        let place = try #require(lines.firstIndex { $0.contains(#""snapshot":{"#) })
        let padding = String(repeating: " ", count: 1000)
        for snapshot in [
            "null", "[]", "7", "{\"engine\":[[[[]]]]}", "{\"engine\":{\"machine\":1}}", "{\"version\":99}",
            "{\"state\":{}}", "{\"camera\":[]}", "{\"engine\":\(String(repeating: "[", count: 60))",
        ] {
            lines[place] = "{\"n\":100,\"t\":1,\(padding)\"snapshot\":\(snapshot)}"
            let report = try Traces.replay(lines)
            #expect(report.divergence == nil && (report.fault == nil || report.fault?.line == place + 1), "\(snapshot)")
        }
    }
}
