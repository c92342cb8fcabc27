import ChartTools
import FocusCore
import Foundation
import SimulatedDevices
import StateChart
import StateTrace
import Testing

@testable import TracePage
@testable import tapfocus

@Suite struct TraceViewTests {
    private func view(_ text: String, _ arguments: [String] = [], _ body: (Program.Outcome, String) throws -> Void)
        throws
    {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/t"))
            let outcome = try Program.run(["trace", "view", "t", "-o", "page.html"] + arguments, in: folder)
            try body(outcome, folder)
        }
    }

    @Test("A page is written, and without the engine that is said")
    func writes() throws {
        try view(try SmallTraces.demo()) { outcome, folder in
            #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.contains("no what-if slider"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["page.html", "t"])
            let page = try String(contentsOfFile: "\(folder)/page.html", encoding: .utf8)
            #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        }
    }

    @Test("--engine takes a WebAssembly module, and nothing else")
    func engine() throws {
        try withFolder { folder in
            try Data(try SmallTraces.demo().utf8).write(to: URL(fileURLWithPath: "\(folder)/t"))
            try Data([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]).write(to: URL(fileURLWithPath: "\(folder)/e.wasm"))
            let fine = try Program.run("trace", "view", "t", "-o", "a.html", "--engine", "e.wasm", in: folder)
            #expect(fine.code == 0 && fine.errors.isEmpty)
            let wrong = try Program.run("trace", "view", "t", "--output=b.html", "--engine", "t", in: folder)
            #expect(wrong.code == 2 && wrong.errors.contains("t is no WebAssembly module"))
            let missing = try Program.run("trace", "view", "t", "-o", "b.html", "--engine", "none", in: folder)
            #expect(missing.code == 1 && missing.errors.contains("cannot read the engine none"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/b.html"))
        }
    }

    @Test("A damaged trace ends with 1; its page has what precedes the damage")
    func damaged() throws {
        var lines = try SmallTraces.demo().split(separator: "\n").map(String.init)
        lines.insert("garbage", at: 500)
        try view(lines.joined(separator: "\n") + "\n") { outcome, folder in
            #expect(outcome.code == 1 && outcome.errors.contains("t, line 501, column 1: expected an object"))
            #expect(FileManager.default.fileExists(atPath: "\(folder)/page.html"))
        }
    }

    @Test("Where a page cannot be written, no half of it is left")
    func unwritable() throws {
        try withFolder { folder in
            try Data(try SmallTraces.demo().utf8).write(to: URL(fileURLWithPath: "\(folder)/t"))
            let outcome = try Program.run("trace", "view", "t", "-o", "no/page.html", in: folder)
            #expect(outcome.code == 1 && outcome.errors.contains("cannot create no/page.html: No such file"))
            #expect(outcome.errors.count { $0 == "\n" } == 1, "nothing is said about a page that is not there")
            try FileManager.default.createDirectory(atPath: "\(folder)/full", withIntermediateDirectories: true)
            let taken = try Program.run("trace", "view", "t", "-o", "full", in: folder)
            #expect(taken.code == 1 && !taken.errors.contains("slider"), "\(taken.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["full", "t"])
        }
        let bare = try Program.run("trace", "view", "/no/such", "-o", "/tmp/never.html")
        #expect(bare.code == 1 && bare.errors.contains("/no/such"))
        #expect(try Program.run("trace", "view", "t").code == 2)
    }

    /// The notes of each line of a trace, by the line.
    private func notes(_ text: String) throws -> [[String]] {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/t"))
            let reader = try TraceReader(path: "\(folder)/t")
            var (notes, all) = (PageNotes(), [[String]]())
            while let event = try reader.next() {
                all.append(notes.notes(for: event, reader.bytes))
            }
            return all
        }
    }

    @Test("Notes have the words of trace show, the times, the places in the view and what the motion rule compares")
    func notes() throws {
        let notes = try notes(try SmallTraces.demo())
        #expect(notes[0].count == 2 && notes[0][0] == "s" && notes[0][1].hasPrefix("== session, tapfocus 0.1.0"))
        let touch = try #require(notes.first { $0[0] == "i" && $0[3] == "tap" })
        #expect(touch[1] == "1.900000" && touch[2] == "02:20:02.023" && touch[4] == "touch down at 282, 288")
        #expect(touch[5] == "0.220485 0.400501")
        let state = try #require(notes.first { $0[0] == "e" && $0.contains("0.220485 0.400501") })
        #expect(state.count % 3 == 1 && state.contains { $0.hasPrefix("autoAndForceLocked: focus and expose at") })
        let measures = notes.filter { $0[0] == "i" && $0[3] == "motion" && !$0[5].isEmpty }.compactMap { Double($0[5]) }
        #expect(measures.count > 300 && measures.allSatisfy { $0 >= 0 } && measures.max().map { $0 > 1 } == true)
    }

    @Test("A session that begins in the middle has a note of its state, its words and its time")
    func middle() throws {
        let lines = [
            #"{"format":"tapfocus-trace","version":2,"s":"abcd1234"}"#,
            #"{"n":7,"s":"abcd1234","t":5000000,"snapshot":{"version":2,"state":"unlockableLocked","engine":{}}}"#,
            #"{"n":8,"t":6000000,"in":{"acceleration":[0,0,9.5]}}"#,
            #"{"n":8,"s":"abcd1234","t":6000000,"snapshot":{"version":2,"state":"unlockableLocked","engine":{}}}"#,
        ]
        let notes = try notes(lines.joined(separator: "\n") + "\n")
        #expect(
            notes[1] == ["b", "state", "the session goes on after input 7: unlockableLocked", "0.000000"]
                && notes[3] == ["x"],
            "\(notes)")
    }

    @Test("The detector of the notes says moved when the engine's has said so")
    func motion() throws {
        let notes = try notes(try SmallTraces.demo())
        let unlocks = notes.indices.filter { index in
            notes[index][0] == "e" && notes[index].contains { $0.hasSuffix("(moved; rule moved-unlocks)") }
        }
        #expect(!unlocks.isEmpty)
        for index in unlocks where notes[index - 1][3] == "motion" {
            #expect(Double(notes[index - 1][5]).map { $0 > 1 } == true, "\(notes[index - 1])")
        }
    }

    @Test(
        "The remembered bit is told where the engine has it, also behind a snapshot, and not where it decides otherwise"
    )
    func moved() throws {
        func bits(_ text: String) throws -> [String] {
            try notes(text).filter { $0[0] == "i" && $0.count > 6 }.map { "\($0[1]) \($0[6])" }
        }
        var wanted: [String] = []
        var engine = Engine(configuration: Configuration().with { $0.view = .simulatedKiosk })
        var before = false
        var kiosk = SimulatedKiosk(configuration: Configuration().with { $0.view = .simulatedKiosk }, story: .demo)
        kiosk.run { input, _ in
            _ = engine.step(input)
            guard engine.hasMoved != before else { return }
            before = engine.hasMoved
            wanted.append(String(format: "%.6f", Double(input.time.nanoseconds) / 1e9) + (before ? " 1" : " 0"))
        }
        let demo = try SmallTraces.demo()
        let told = try bits(demo)
        #expect(wanted.count >= 2 && told == wanted, "\(wanted)")
        let ring = try SmallTraces.ring(splits: [200])
        // It is set at the split, which the second file tells anew.
        #expect(try ring.map { try bits($0).count }.reduce(0, +) == wanted.count + 1)
        let other = demo.replacing("\"rule\":\"tapped\"", with: "\"rule\":\"other\"")
        let unknown = try bits(other)
        #expect(other != demo && unknown.isEmpty)
    }

    @Test("The drawing on the page has the chart's states, and the rules by which a state is entered")
    func chart() throws {
        let page = String(decoding: PageSources.page, as: UTF8.self)
        func values(_ attribute: String) -> Set<String> {
            Set(
                page.components(separatedBy: "\(attribute)=\"").dropFirst().compactMap {
                    $0.components(separatedBy: "\"").first
                })
        }
        let chart = try ChartReader.read(
            Data(try repositoryFile("StateCharts/focus-exposure.scxml").utf8), file: "chart")
        let camera = try #require(chart.states.firstIndex { $0.id == "camera" })
        #expect(values("data-state") == Set(chart.states[camera].children.map { chart.states[$0].id }))
        let entering = chart.transitions.filter { !$0.transition.targets.isEmpty && isIn(camera, $0.state, chart) }
        #expect(values("data-transition") == Set(entering.compactMap(\.transition.id)))
    }

    private func isIn(_ room: Int, _ state: Int, _ chart: Chart) -> Bool {
        state == room || (chart.states[state].parent.map { isIn(room, $0, chart) } ?? false)
    }
}
