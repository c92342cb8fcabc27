import FocusCore
import Foundation
import StateTrace
import Testing
import TraceImport

@testable import tapfocus

@Suite struct TraceExportTests {
    private func export(_ trace: String, as format: String, in folder: String) throws -> String {
        try Data(trace.utf8).write(to: URL(fileURLWithPath: "\(folder)/t.jsonl"))
        let outcome = try Program.run("trace", "export", "t.jsonl", "--format", format, "-o", "out", in: folder)
        #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        return try String(contentsOfFile: "\(folder)/out", encoding: .utf8)
    }

    private func perfetto(_ trace: String) throws -> [[String: Any]] {
        try withFolder { folder in
            let text = try export(trace, as: "perfetto", in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            #expect(object?["displayTimeUnit"] as? String == "ms")
            return try #require(object?["traceEvents"] as? [[String: Any]])
        }
    }

    @Test("Every event has the fields of its phase, and each span that begins ends, later, under the same name and id")
    func wellFormed() throws {
        let events = try perfetto(try SmallTraces.demo())
        var open: [String: Double] = [:]
        for event in events {
            let phase = try #require(event["ph"] as? String)
            #expect(event["name"] is String && event["pid"] is Int && event["args"] is [String: Any])
            guard phase != "M" else { continue }
            let time = try #require(event["ts"] as? Double)
            #expect(event["tid"] is Int && event["cat"] is String && time >= 0)
            switch phase {
            case "X": #expect((event["dur"] as? Double ?? -1) >= 0)
            case "i": #expect(["t", "p"].contains(event["s"] as? String))
            case "C": #expect((event["args"] as? [String: Double])?.isEmpty == false)
            case "b", "e":
                let key = "\(event["cat"] ?? "") \(event["name"] ?? "") \(event["id"] ?? "")"
                if phase == "b" {
                    #expect(open.updateValue(time, forKey: key) == nil, "\(key)")
                } else {
                    #expect(open.removeValue(forKey: key).map { $0 <= time } == true, "\(key)")
                }
            default: Issue.record("phase \(phase)")
            }
        }
        #expect(open.isEmpty, "\(open)")
    }

    @Test("States fill the session without gaps, and each lane has what belongs to it")
    func lanes() throws {
        let events = try perfetto(try SmallTraces.demo())
        func all(_ phase: String, _ lane: PerfettoLane) -> [[String: Any]] {
            events.filter { $0["ph"] as? String == phase && $0["tid"] as? Int == PerfettoEvents.thread(1, lane) }
        }
        let states = all("X", .states)
        #expect(
            Array(states.prefix(3)).map { $0["name"] as? String } == [
                "continuousAuto", "autoAndForceLocked", "continuousAuto",
            ])
        for (state, next) in zip(states, states.dropFirst()) {
            let end = (state["ts"] as? Double ?? 0) + (state["dur"] as? Double ?? 0)
            #expect(abs(end - (next["ts"] as? Double ?? 0)) < 0.001)
        }
        let names = Dictionary(grouping: events.filter { $0["ph"] as? String == "C" }) { $0["name"] as? String ?? "" }
        #expect(names.keys.sorted() == ["acceleration", "exposure time", "gain", "lens", "mean luma", "sharpness"])
        #expect(all("b", .timers).contains { $0["name"] as? String == "forceLock" })
        #expect(all("b", .touches).count == 5 && all("b", .taps).count == 3 && !all("X", .calls).isEmpty)
        let titles = events.filter { $0["name"] as? String == "thread_name" }.map {
            ($0["args"] as? [String: Any])?["name"]
        }
        #expect(titles.count == PerfettoLane.allCases.count)
    }

    @Test("A trace that was cut off ends its spans; several sessions are several processes")
    func sessions() throws {
        let demo = try SmallTraces.demo().split(separator: "\n")
        let events = try perfetto((demo.prefix(300) + demo).joined(separator: "\n") + "\n")
        #expect(Set(events.compactMap { $0["pid"] as? Int }) == [1, 2])
        #expect(events.count { $0["ph"] as? String == "b" } == events.count { $0["ph"] as? String == "e" })
    }

    @Test("A hostile trace becomes JSON and a table all the same")
    func hostile() throws {
        let name = #"\u0000\"},{<script>\n,\ud83d\\"#
        let lines = [
            #"{"format":"tapfocus-trace","version":2,"s":"\#(name)","devices":[{"name":"\#(name)","camera":{}}]}"#,
            #"{"n":1,"t":9223372036854775807,"in":{"acceleration":["nan","inf",1e308]}}"#,
            #"{"n":2,"t":-9223372036854775808,"in":{"touch":{"slot":-5,"phase":"down","x":1,"y":2,"major":0,"palm":true}}}"#,
            #"{"n":2,"t":0,"out":[{"fault":"holdBroken","control":4294967295}]}"#,
        ]
        let events = try perfetto(lines.joined(separator: "\n") + "\n")
        #expect(!events.isEmpty && !events.contains { $0["ph"] as? String == "C" })
        try withFolder { folder in
            let table = try export(lines.joined(separator: "\n") + "\n", as: "csv", in: folder)
            #expect(table.contains("nan,inf,1e+308") && table.contains("holdBroken"))
        }
    }

    @Test("Python's csv reads the table: the columns of the documentation, a row for each input and each effect")
    func table() throws {
        guard Python.isInstalled else { return }
        try withFolder { folder in
            _ = try export(try SmallTraces.demo(), as: "csv", in: folder)
            let output = try Python.run(
                """
                import csv, sys
                rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
                assert len({len(row) for row in rows}) == 1
                table = [dict(zip(rows[0], row)) for row in rows[1:]]
                print(",".join(rows[0]))
                print(sum(row["line"] == "in" for row in table), sum(row["line"] == "out" for row in table))
                print([row["name"] for row in table if row["kind"] == "state"][:3])
                print(table[0]["unix"], [row["text"] for row in table if row["kind"] == "searched"][0])
                """, "\(folder)/out")
            let lines = output.split(separator: "\n")
            #expect(lines.count == 4)
            let documented = try repositoryFile("Documentation/Traces.md").split(separator: "\n")
                .drop { !$0.hasPrefix("| column |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
                .flatMap { row in row.split(separator: "|")[0].matches(of: /`([a-z]+)`/).map { String($0.output.1) } }
            #expect(lines[0].split(separator: ",").map(String.init) == documented)
            let statistics = try Program.run("trace", "stats", "--json", "t.jsonl", in: folder).output
            #expect(statistics.contains("\"inputs\":\(lines[1].split(separator: " ")[0]),"))
            #expect(lines[2] == "['continuousAuto', 'autoAndForceLocked', 'continuousAuto']")
            #expect(lines[3].hasPrefix("1795310400.123000000 focus search: found at "))
        }
    }

    @Test("Python's json reads what is exported for Perfetto")
    func json() throws {
        guard Python.isInstalled else { return }
        try withFolder { folder in
            _ = try export(try SmallTraces.demo(), as: "perfetto", in: folder)
            let output = try Python.run(
                """
                import json, sys
                trace = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=lambda word: sys.exit(word))
                print(sorted({event["ph"] for event in trace["traceEvents"]}))
                """, "\(folder)/out")
            #expect(output == "['C', 'M', 'X', 'b', 'e', 'i']\n")
        }
    }

    @Test("Samples that are exported as a table and imported again are the same, to the bit and the nanosecond")
    func roundTrip() throws {
        try withFolder { folder in
            _ = try export(try SmallTraces.demo(), as: "csv", in: folder)
            var reader = try SampleReader(path: "\(folder)/out")
            var imported: [Input] = []
            while let sample = try reader.next() { imported.append(sample) }
            let trace = try TraceReader(path: "\(folder)/t.jsonl")
            var samples: [Input] = []
            while let event = try trace.next() {
                if case .input(let input, _, _) = event, case .acceleration = input.event { samples.append(input) }
            }
            let first = try #require(samples.first).time
            #expect(samples.count > 100 && imported.map(\.event) == samples.map(\.event))
            #expect(imported.map(\.time.nanoseconds) == samples.map { $0.time.since(first).nanoseconds })
            // And once more: what is exported from the import.
            let again = try Program.run("trace", "import", "--motion", "out", "-o", "t2.jsonl", in: folder)
            #expect(again.code == 0)
            _ = try Program.run("trace", "export", "t2.jsonl", "--format", "csv", "-o", "out2", in: folder)
            var second = try SampleReader(path: "\(folder)/out2")
            for sample in imported { #expect(try second.next() == sample) }
            #expect(try second.next() == nil)
        }
    }

    @Test("Whatever a trace calls its camera and its session, a row is a line, and the samples can be imported")
    func hostileNames() throws {
        let name = #"\u001b[2J\u0007a\nb\r\n\"c\",d"#
        let lines = [
            #"{"format":"tapfocus-trace","version":2,"s":"\#(name)"}"#,
            #"{"t":1,"in":{"cameraArrived":{"name":"\#(name)","usb":"\#(name)","image":[1,1],"controls":[]}}}"#,
            #"{"t":2,"in":{"acceleration":[0,0,9.5]}}"#, #"{"t":3,"mark":"\#(name)"}"#,
        ]
        try withFolder { folder in
            let table = try export(lines.joined(separator: "\n") + "\n", as: "csv", in: folder)
            #expect(table.components(separatedBy: "\r\n").count == 5 && !table.contains("\u{1b}"))
            #expect(!table.replacing("\r\n", with: "").unicodeScalars.contains { $0.value < 0x20 })
            var reader = try SampleReader(path: "\(folder)/out")
            #expect(try reader.next()?.event == .acceleration(Acceleration(x: 0, y: 0, z: 9.5)))
            #expect(try reader.next() == nil)
        }
    }

    @Test("A trace that begins in the middle has its state from the beginning", arguments: [true, false])
    func middle(hasHeader: Bool) throws {
        let lines = [
            #"{"format":"tapfocus-trace","version":2,"s":"abcd1234"}"#,
            #"{"n":7,"s":"abcd1234","t":5000000,"snapshot":{"version":2,"state":"unlockableLocked","engine":{}}}"#,
            #"{"n":8,"t":6000000,"in":{"acceleration":[0,0,9.5]}}"#, #"{"n":9,"t":9000000,"in":{"viewShown":{}}}"#,
            #"{"n":9,"t":9000000,"out":[{"state":{"state":"continuousAuto","point":null,"cause":"view","rule":"view-shown","indicator":"showLargeSquareAtCentre"}}]}"#,
        ]
        let events = try perfetto(lines.dropFirst(hasHeader ? 0 : 1).joined(separator: "\n") + "\n")
        let states = events.filter { $0["ph"] as? String == "X" }
        #expect(states.map { $0["name"] as? String } == ["unlockableLocked", "continuousAuto"], "\(states)")
        #expect(states.first?["ts"] as? Double == 0 && states.first?["pid"] as? Int == 1)
        #expect((states.first?["dur"] as? Double).map { $0 >= 3000 } == true)
        #expect(events.contains { $0["name"] as? String == "process_name" })
    }

    @Test("Contacts of a recording that is imported and exported stand in the table as the recording has them")
    func contacts() throws {
        let recording = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Recordings/panel-1.3.evemu").path
        try withFolder { folder in
            let outcome = try Program.run("trace", "import", "--touch", recording, "-o", "t.jsonl", in: folder)
            #expect(outcome.code == 0)
            _ = try Program.run("trace", "export", "t.jsonl", "--format", "csv", "-o", "out", in: folder)
            let rows = try String(contentsOfFile: "\(folder)/out", encoding: .utf8).split(separator: "\r\n")
                .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
                .filter { $0[5] == "touch" }
            var touches = try TouchRecording(path: recording)
            for row in rows {
                guard case .touch(let contact)? = try touches.next()?.event else {
                    Issue.record("more contacts than the recording has")
                    return
                }
                #expect(
                    [row[6], row[7], row[8], row[10]] == [
                        "\(contact.phase)", "\(contact.x)", "\(contact.y)", "\(contact.slot)",
                    ])
            }
            #expect(try rows.count == 31 && touches.next() == nil)
        }
    }

    @Test("A damaged trace is exported up to the damage, and the exit status is 1; a wrong command line ends with 2")
    func faults() throws {
        try withFolder { folder in
            let lines = try SmallTraces.demo().split(separator: "\n").map(String.init)
            try Data((lines[..<100] + ["garbage"] + lines[100...]).joined(separator: "\n").utf8)
                .write(to: URL(fileURLWithPath: "\(folder)/bad"))
            let outcome = try Program.run("trace", "export", "bad", "--format", "perfetto", "-o", "out", in: folder)
            #expect(
                outcome.code == 1
                    && outcome.errors.hasPrefix("tapfocus trace export: bad, line 101, column 1: expected"))
            #expect(
                try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: "\(folder)/out")))
                    is [String: Any])
            for arguments in [
                ["bad", "-o", "x"], ["bad", "--format", "xml", "-o", "x"], ["bad", "--format", "csv"],
                ["bad", "--format", "csv", "-o", "bad"],
            ] {
                #expect(try Program.run(["trace", "export"] + arguments, in: folder).code == 2)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["bad", "out"])
        }
    }
}
