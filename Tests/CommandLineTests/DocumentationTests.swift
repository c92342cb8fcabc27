import FocusCore
import Foundation
import KioskRuntime
import StateTrace
import Testing

@testable import tapfocus

@Suite struct DocumentationTests {
    private func replay(_ text: String) throws -> ReplayReport {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            return try Replay.run(path: folder + "/t")
        }
    }

    @Test("The table of Configuration.md is the description of the settings")
    func keys() throws {
        let rows = try repositoryFile("Documentation/Configuration.md").split(separator: "\n").filter {
            $0.hasPrefix("| `")
        }
        let described = SettingList(RunSettings()).entries.map(\.row)
        for row in described { #expect(rows.contains(Substring(row)), "\(row)") }
        #expect(rows.count == described.count)
    }

    @Test("Configuration.md, which names an article, says which one")
    func article() throws {
        let document = try repositoryFile("Documentation/Configuration.md")
        #expect(document.contains("[the article](Design.md#the-machine): the one on tap-to-focus for iOS"))
        let design = try repositoryFile("Documentation/Design.md")
        #expect(design.contains("article for iOS on tap-to-focus with AVFoundation"))
    }

    @Test("The example in Configuration.md is read")
    func configuration() throws {
        let document = try repositoryFile("Documentation/Configuration.md")
        let example = try #require(fencedBlocks("json5", in: document).first)
        try withFolder { folder in
            try Data(example.utf8).write(to: URL(fileURLWithPath: folder + "/c"))
            let settings = try ConfigurationFile.read(folder + "/c")
            #expect(settings.engine.view.rotation == .quarter && settings.engine.tap.longestTime == .milliseconds(600))
        }
    }

    @Test("The example in Quirks.md is read, and every key and control that there is stands there")
    func quirks() throws {
        let document = try repositoryFile("Documentation/Quirks.md")
        let example = try #require(fencedBlocks("json5", in: document).first)
        try withFolder { folder in
            try Data(example.utf8).write(to: URL(fileURLWithPath: folder + "/q"))
            let entries = try QuirkFile.read(folder + "/q")
            #expect(
                entries.map(\.match) == [
                    .usb("1234:abcd"), .driver("uvcvideo"), .name("Lab Camera"), .name("Old Camera"),
                ])
            #expect(entries.allSatisfy { $0.changes != ["nothing"] })
        }
        let rows = document.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let described = QuirkFile.fields.entries.map(\.rowWithoutDefault)
        for row in described { #expect(rows.contains(Substring(row)), "\(row)") }
        #expect(rows.count == described.count)
        ControlID.known.forEach { id in #expect(document.contains("`\(id.name?.description ?? "no name")`")) }
    }

    @Test("Every input, call, fault and reason has its words in TraceFormat.md")
    func traceWords() throws {
        let document = try repositoryFile("Documentation/TraceFormat.md")
        let control = ControlID.gain
        let faults: [Fault] = [
            .accelerationNotFinite, .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable,
            .controlStepUnusable(control), .controlRangeUnusable(control), .controlIgnored(control),
            .controlChanged(control), .originalUnusable(control), .framesRefused(errno: 16), .framesEnded(errno: 5),
            .frameUnusable, .zoomUnknown, .zoomUnusable, .zoomRefused(errno: 5),
            .compensationUnusable, .compensationLimited(missing: 1), .automaticReturns(control), .holdBroken(control),
            .holdLost(control),
        ]
        var words = faults.map { $0.name.description } + MovedReason.allCases.map { $0.name.description }
        words += [
            "frame", "framesBegan", "framesUnavailable", "framesEnded", "framesLost", "requestFrames", "releaseFrames",
            "exposureCompensation", "lensOffset", "startFrames", "stopFrames", "frames", "quirks", "tap", "unlockers",
            "controlsChanged", "zoomChanged", "zoomed", "keep",
            "keepEnded", "kept", "shutterChanged", "shutter", "lightChanged", "relit",
            "releaseCamera", "cameraReleased",
            "menuIntegers", "moved", "verified", "errno", "snapshot",
            "engine", "monotonic",
        ]
        for word in words { #expect(document.contains("`\(word)`"), "\(word)") }
        for id in TimerID.allCases { #expect(document.contains(id.name.description)) }
    }

    @Test("The Python program in Frames.md is the one in Examples, and has 20 lines")
    func pythonExample() throws {
        let shown = try #require(fencedBlocks("python", in: try repositoryFile("Documentation/Frames.md")).first)
        let program = try repositoryFile("Examples/opencv_window.py")
        func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .newlines) }
        #expect(trimmed(shown) == trimmed(program))
        let code = program.split(separator: "\n").filter { !$0.hasPrefix("\"\"\"") && !$0.contains(/^ *#/) }
        #expect(code.count <= 20)
    }

    @Test("The Python lines in README are lines of the program in Examples, in its order")
    func pythonLines() throws {
        let shown = try #require(fencedBlocks("python", in: try repositoryFile("README.md")).first)
        var rest = try repositoryFile("Examples/opencv_window.py").split(separator: "\n")[...]
        for line in shown.split(separator: "\n") {
            let place = try #require(rest.firstIndex(of: line), "\(line)")
            rest = rest[(place + 1)...]
        }
    }

    @Test("The C lines in README are lines of the program in CLibrary.md")
    func cLines() throws {
        let shown = try #require(fencedBlocks("c", in: try repositoryFile("README.md")).first)
        let program = try #require(fencedBlocks("c", in: try repositoryFile("Documentation/CLibrary.md")).first)
        let lines = Set(program.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        for line in shown.split(separator: "\n") {
            #expect(lines.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
        }
    }

    @Test("The table that opens Traces.md has each command that works with a trace")
    func traceCommands() throws {
        let table = try repositoryFile("Documentation/Traces.md").split(separator: "\n")
            .drop { !$0.hasPrefix("| command |") }.prefix { $0.hasPrefix("|") }.joined(separator: "\n")
        for command in CommandLineProgram.commands where command.name == "replay" || command.name.hasPrefix("trace ") {
            #expect(table.contains("`tapfocus \(command.name)"), "\(command.name)")
        }
        #expect(table.contains("`tapfocus replay TRACE`"))
    }

    @Test("README says what replay says of the demo's trace")
    func demoReplay() throws {
        let readme = try repositoryFile("README.md")
        try withFolder { folder in
            #expect(try Program.run("demo", "--trace", folder + "/demo.jsonl").code == 0)
            let replay = try Program.run("replay", folder + "/demo.jsonl")
            #expect(replay.code == 0 && readme.contains(replay.output), "\(replay.output)")
        }
    }

    @Test("The example in TraceFormat.md replays")
    func trace() throws {
        let example = try #require(fencedBlocks("jsonl", in: try repositoryFile("Documentation/TraceFormat.md")).first)
        let report = try replay(example)
        #expect(report.fault == nil && report.divergence == nil && report.isEnded && report.inputs == 8)
    }

    @Test(
        "The program in TraceFormat.md prints of the demo's trace what stands there",
        .enabled(if: Python.isInstalled))
    func reader() throws {
        let document = try repositoryFile("Documentation/TraceFormat.md")
        try withFolder { folder in
            #expect(try Program.run("demo", "--trace", folder + "/demo.jsonl").code == 0)
            let program = try #require(fencedBlocks("python", in: document).first)
            #expect(try Python.run(program, folder + "/demo.jsonl") == fencedBlocks("text", in: document).first)
        }
    }
}
