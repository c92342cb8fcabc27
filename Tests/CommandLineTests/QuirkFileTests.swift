import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import KioskRuntime
@testable import LinuxDevices
@testable import tapfocus

@Suite struct QuirkFileTests {
    private func read(_ text: String) throws -> [QuirkEntry] {
        try withFolder { folder in
            let path = folder + "/quirks.json5"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return try QuirkFile.read(path)
        }
    }

    private static let camera = CameraIdentity(
        path: "/dev/video0", name: "HD Webcam", driver: "uvcvideo", busInfo: "usb-1", usbID: "046d:082d")

    private static func entry(_ match: QuirkEntry.Match, lensDelay: Int32? = nil, exposureDelay: Int32? = nil)
        -> QuirkEntry
    {
        QuirkEntry(match: match, because: "of a test", file: "f", lensDelay: lensDelay, exposureDelay: exposureDelay)
    }

    @Test("An entry has all its fields, by whatever it means a camera")
    func fields() throws {
        let entries = try read(
            """
            [ // each in its own way
              { usb: '046D:082d', because: "a", unusable: ['region', "focus-auto", 'region'], lensRange: [-5, 200],
                lensDelay: 3, exposureDelay: +0, cannotBeReadBack: true, resetsAtStreamStart: true,
                exposureTimes: [1, 20, 0x12c], writePause: 50, firstFrameTime: 8e3, zoomFactor: [1, 2.5] },
              { driver: 'uvcvideo', because: 'b', unusable: [], lensDelay: null, },
              { name: 'HD Webcam', because: 'c', cannotBeReadBack: false, resetsAtStreamStart: false, exposureTimes: [],
                writePause: 0 } ]
            """)
        #expect(entries.map(\.match) == [.usb("046d:082d"), .driver("uvcvideo"), .name("HD Webcam")])
        #expect(entries.map(\.because) == ["a", "b", "c"])
        #expect(entries.map(\.unusable) == [[.regionRectangle, .focusAuto], [], nil])
        #expect(entries[0].lensRange == -5...200 && entries[0].lensDelay == 3 && entries[0].exposureDelay == 0)
        #expect(entries.map(\.cannotBeReadBack) == [true, nil, false])
        #expect(entries[1].lensDelay == nil && entries[1].lensRange == nil)
        #expect(entries.map(\.resetsAtStreamStart) == [true, nil, false])
        #expect(entries.map(\.exposureTimes) == [[1, 20, 300], nil, []])
        #expect(entries.map(\.writePause) == [.milliseconds(50), nil, .zero])
        #expect(entries.map(\.firstFrameTime) == [.milliseconds(8000), nil, nil])
        #expect(entries.map(\.zoomFactor) == [1...2.5, nil, nil])
        #expect(try read("[]").isEmpty)
    }

    @Test(
        "A fault names the file, the line and the key, and what is expected",
        arguments: [
            ("{}", 1, "expected a list"), ("", 1, "a value"), ("[\n", 2, "a value"), ("[\n5]", 2, "expected an object"),
            ("[{usb: 'x',\n}]", 1, "usb: expected vendor and product"),
            ("[\n\n{because: 'x'}]", 3, "exactly one of usb"),
            ("[{usb: '1:2', driver: 'x',\n because: ''}]", 1, "driver: expected exactly one of usb, driver and name"),
            ("[{driver: ''}]", 1, "driver: expected"), ("[{driver: 5}]", 1, "driver: expected a text in quotes"),
            ("[\n{driver: 'a', because: 'b'}]", 2, "unusable: expected at least one of unusable, lensRange, lensDelay"),
            ("[\n{driver: 'a', because: 'b', lensDelay: null}]", 2, "unusable: expected at least one of"),
            (
                "[{driver: 'a', because: 'b',\n unusable: ['zoom-speed']}]", 2,
                "\"zoom-speed\" is not one; Documentation/Quirks.md lists them"
            ),
            (
                "[{driver: 'a', because: 'b', lensDelay: 1},\n{driver: 'a'}]", 2,
                "because: expected a text with the reason"
            ),
            (
                "[{driver: 'a', because: 'b',\n unusable: ['zoom-speed']}]", 2,
                "\"zoom-speed\" is not one; Documentation/Quirks.md lists them"
            ),
            (
                "[{driver: 'a', because: 'b', lensDelay: 1},\n{driver: 'a', because: 'b',\n lensDelay: 1.5}]", 3,
                "lensDelay: expected a whole number of frames, 0…30"
            ),
            (
                "[{driver: 'a', because: 'b',\n exposureDelay: 31}]", 2,
                "exposureDelay: expected a whole number of frames, 0…30"
            ),
            ("[{driver: 'a', because: 'b',\n lensDelay: 31}]", 2, "lensDelay: expected a whole number of frames, 0…30"),
            ("[{driver: 'a', because: 'b',\n exposureDelay: -1}]", 2, "exposureDelay: expected a whole number"),
            ("[{driver: 'a', because: 'b',\n lensDelay: 'x'}]", 2, "lensDelay: expected a number"),
            ("[{driver: 'a', because: 'b',\n lensRange: [0]}]", 2, "lensRange: expected two whole numbers"),
            ("[{driver: 'a', because: 'b',\n lensRange: [9, 9]}]", 2, "lensRange: expected two"),
            ("[{driver: 'a', because: 'b',\n lensRange: [200, 0]}]", 2, "lensRange: expected two"),
            ("[{driver: 'a', because: 'b',\n lensRange: [0, 1e300]}]", 2, "lensRange: expected two"),
            ("[{driver: 'a', because: 'b',\n lensRange: [0, 1, 2]}]", 2, "lensRange: expected two"),
            ("[{driver: 'a', because: 'b',\n lensRange: 5}]", 2, "lensRange: expected a list"),
            ("[{driver: 'a', because: 'b',\n zoomFactor: [0, 4]}]", 2, "zoomFactor: expected two numbers"),
            ("[{driver: 'a', because: 'b',\n zoomFactor: [4, 4]}]", 2, "zoomFactor: expected two numbers"),
            ("[{driver: 'a', because: 'b',\n zoomFactor: [1, 101]}]", 2, "zoomFactor: expected two numbers"),
            ("[{driver: 'a', because: 'b',\n cannotBeReadBack: 1}]", 2, "cannotBeReadBack: expected true or false"),
            (
                "[{driver: 'a', because: 'b',\n resetsAtStreamStart: 1}]", 2,
                "resetsAtStreamStart: expected true or false"
            ),
            ("[{driver: 'a', because: 'b',\n exposureTimes: 5}]", 2, "exposureTimes: expected a list"),
            (
                "[{driver: 'a', because: 'b',\n exposureTimes: [5, 5]}]", 2,
                "exposureTimes: expected at most 32 whole numbers"
            ),
            (
                "[{driver: 'a', because: 'b',\n exposureTimes: [0, 5]}]", 2,
                "exposureTimes: expected at most 32 whole numbers"
            ),
            (
                "[{driver: 'a', because: 'b',\n exposureTimes: [1.5]}]", 2,
                "exposureTimes: expected at most 32 whole numbers"
            ),
            (
                "[{driver: 'a', because: 'b',\n exposureTimes: [1e300]}]", 2,
                "exposureTimes: expected at most 32 whole numbers"
            ),
            (
                "[{driver: 'a', because: 'b',\n exposureTimes: [\((1...33).map(String.init).joined(separator: ","))]}]",
                2,
                "exposureTimes: expected at most 32 whole numbers from 1 on, in units of 100 µs"
            ),
            (
                "[{driver: 'a', because: 'b',\n writePause: 5001}]", 2,
                "writePause: expected a whole number of milliseconds, 0…5000"
            ),
            (
                "[{driver: 'a', because: 'b',\n writePause: -1}]", 2,
                "writePause: expected a whole number of milliseconds"
            ),
            (
                "[{driver: 'a', because: 'b',\n writePause: 0.5}]", 2,
                "writePause: expected a whole number of milliseconds"
            ),
            (
                "[{driver: 'a', because: 'b',\n firstFrameTime: 0}]", 2,
                "firstFrameTime: expected a whole number of milliseconds, 1…30000"
            ),
            ("[{driver: 'a', because: 'b',\n firstFrameTime: 30001}]", 2, "firstFrameTime: expected a whole number"),
            ("[{driver: 'a', because: 'b',\n unusable: 'region'}]", 2, "unusable: expected a list"),
            (
                "[{driver: 'a', because: 'b',\n unusable: ['focus-auot']}]", 2,
                "\"focus-auot\" is not one. Did you mean \"focus-auto\"?"
            ),
            (
                "[{driver: 'a', because: 'b',\n unusable: ['zoom-speed']}]", 2,
                "\"zoom-speed\" is not one; Documentation/Quirks.md lists them"
            ),
            (
                "[{driver: 'a', because: 'b', lensDelay: 1},\n{driver: 'a', because: 'b',\n lensDelai: 1}]", 3,
                "unknown key \"lensDelai\". Did you mean \"lensDelay\"?"
            ),
            (
                "[{driver: 'a', because: 'b',\n unusable: ['gain', 'region', 'region-auto', 'focus-auto', 'exposure-auto',"
                    + " 'exposure-bias', '3a-lock', 'exposure-absolute', 'focus-absolute']}]", 2, "at most 8 controls"
            ),
            ("[{driver: 'a'\n because: 'b'}]", 2, "a comma"), ("[{}", 1, "a comma"),
            (String(repeating: "[", count: 5000), 1, "fewer brackets"),
        ])
    func faults(text: String, line: Int, words: String) throws {
        let fault = #expect(throws: JSON5File.Fault.self) { try read(text) }
        #expect(fault?.line == line, "\(fault?.description ?? "")")
        #expect(fault?.message.contains(words) == true, "\(fault?.description ?? "")")
        #expect(fault?.description.contains("quirks.json5, line \(line): ") == true)
    }

    @Test("The USB id beats the name, the name the driver; of equals the later one wins, field by field")
    func precedence() {
        var table = QuirkTable([
            Self.entry(.usb("046d:082d"), lensDelay: 1), Self.entry(.name("hd webcam"), lensDelay: 2, exposureDelay: 2),
            Self.entry(.driver("uvcvideo"), lensDelay: 3, exposureDelay: 3), Self.entry(.driver("vivid"), lensDelay: 4),
        ])
        #expect(table.quirks(for: Self.camera) == CameraQuirks(lensDelay: 1, exposureDelay: 2))
        table.append([Self.entry(.name("HD Webcam"), exposureDelay: 5), Self.entry(.usb("046d:082d"), lensDelay: 6)])
        #expect(table.quirks(for: Self.camera) == CameraQuirks(lensDelay: 6, exposureDelay: 5))
        #expect(table.entries(for: Self.camera).map(\.lensDelay) == [3, 2, nil, 1, 6])
        var other = Self.camera
        (other.usbID, other.name) = (nil, "HD Webcam 2")
        #expect(table.quirks(for: other) == CameraQuirks(lensDelay: 3, exposureDelay: 3))
        other.driver = "UVCVIDEO"
        #expect(table.quirks(for: other) == CameraQuirks())
    }

    @Test("A later entry may take back what an earlier one said")
    func takenBack() {
        var first = Self.entry(.driver("uvcvideo"))
        (first.unusable, first.cannotBeReadBack, first.lensRange) = ([.focusAuto], true, 1...2)
        var second = Self.entry(.usb("046d:082d"))
        (second.unusable, second.cannotBeReadBack) = ([], false)
        #expect(QuirkTable([first, second]).quirks(for: Self.camera) == CameraQuirks(lensMinimum: 1, lensMaximum: 2))
        #expect(first.changes == ["unusable: focus-auto", "lens 1…2", "cannot be read back"])
        (first.resetsAtStreamStart, first.exposureTimes) = (true, [5, 10])
        (first.writePause, first.firstFrameTime) = (.milliseconds(50), .milliseconds(8000))
        let all = QuirkTable([first]).quirks(for: Self.camera)
        #expect(all.resetsAtStreamStart && all.exposureTimes == [5, 10])
        #expect(all.writePause == .milliseconds(50) && all.firstFrameTime == .milliseconds(8000))
        #expect(
            first.changes.dropFirst(3) == [
                "resets its controls when a stream starts", "exposure times 5 10", "50 ms between writes",
                "first frame within 8000 ms",
            ])
        (second.resetsAtStreamStart, second.exposureTimes, second.writePause) = (false, [], .zero)
        second.lensRange = 1...2
        let none = QuirkTable([first, second]).quirks(for: Self.camera)
        #expect(none == CameraQuirks(lensMinimum: 1, lensMaximum: 2, firstFrameTime: .milliseconds(8000)))
    }

    @Test("Files are read in their order; one with a mistake is left out and told, and the others count")
    func files() throws {
        try withFolder { folder in
            let names = ["shipped", "machine", "named"].map { folder + "/" + $0 }
            for (index, name) in names.enumerated() {
                let text = "[{driver: 'uvcvideo', because: '\(index)', lensDelay: \(index)}]"
                try Data(text.utf8).write(to: URL(fileURLWithPath: name))
            }
            let all = try QuirkFiles(standard: Array(names[..<2]), named: names[2])
            #expect(all.table.entries.map(\.because) == ["0", "1", "2"] && all.faults.isEmpty)
            #expect(all.table.quirks(for: Self.camera).lensDelay == 2)
            try Data("[{\n drivr: 1}]".utf8).write(to: URL(fileURLWithPath: names[2]))
            try FileManager.default.removeItem(atPath: names[0])
            let rest = try QuirkFiles(standard: Array(names[..<2]), named: names[2])
            #expect(rest.table.entries.map(\.because) == ["1"] && rest.faults.count == 1)
            let words = rest.faults.map(QuirkFiles.words).first ?? ""
            #expect(words.hasPrefix("\(names[2]), line 2: unknown key \"drivr\""))
            #expect(words.hasSuffix("This quirks file is ignored, everything else goes on."))
            #expect(throws: JSON5File.Fault.self) { try QuirkFiles(standard: [], named: folder + "/none") }
            #expect(throws: JSON5File.Fault.self) { try QuirkFiles(standard: [], named: folder) }
            // A folder of that name is no reason not to start.
            #expect(try QuirkFiles(standard: [folder, folder + "/none"]).faults.map(\.path) == [folder])
        }
    }

    @Test("run says what is wrong with a quirks file where its reader looks, and goes on", arguments: [false, true])
    func goesOn(isJSON: Bool) throws {
        try withFolder { folder in
            try Data("[\n{}]".utf8).write(to: URL(fileURLWithPath: folder + "/q"))
            let outcome = try Program.run(
                ["run", "--quirks", "q", "--camera", "/dev/no-such", "--socket", folder + "/s"]
                    + (isJSON ? ["--json"] : []),
                in: folder)
            let words = "q, line 2: usb: expected exactly one of usb, driver and name"
            #expect(outcome.code == 1 && outcome.errors.contains("/dev/no-such"), "it came as far as the camera")
            #expect((isJSON ? outcome.output : outcome.errors).contains(words))
            #expect(outcome.errors.contains(words) == !isJSON)
            let first = outcome.output.split(separator: "\n").first ?? ""
            #expect(!isJSON || first.hasPrefix(#"{"event":"error","#), "\(first)")
            let probe = try Program.run(["probe", "--quirks", "q"] + (isJSON ? ["--json"] : []), in: folder)
            #expect([0, 1].contains(probe.code) && probe.output.contains(words) && probe.errors.isEmpty)
        }
    }

    @Test("The file that TapFocus comes with has no mistake, and its own place beside the program")
    func shipped() throws {
        let text = try repositoryFile("Quirks/quirks.json5")
        for entry in try read(text) { #expect(entry.changes != ["nothing"]) }
        #expect(QuirkFiles.shipped(with: "/usr/local/bin/tapfocus") == "/usr/local/share/tapfocus/quirks.json5")
        // The template in it is an entry too, once its comment marks are gone.
        let template = text.split(separator: "\n").drop { !$0.hasPrefix("// {") }.prefix { $0.hasPrefix("//") }
        let entries = try read("[" + template.map { $0.dropFirst(2) + "\n" }.joined() + "]")
        #expect(entries.count == 1 && entries.first?.changes.count == 9)
    }

    @Test("The file that TapFocus comes with says of each camera what its source says")
    func shippedEntries() throws {
        let table = QuirkTable(try read(try repositoryFile("Quirks/quirks.json5")))
        let halves = (0..<14).reversed().map { Int64(10_000 >> $0) }
        let expected = [
            "291a:3369": CameraQuirks(resetsAtStreamStart: true), "045e:076d": CameraQuirks(exposureTimes: halves),
            "045e:0772": CameraQuirks(exposureTimes: halves), "045e:0810": CameraQuirks(exposureTimes: halves),
            "1532:0e05": CameraQuirks(writePause: .milliseconds(50)),
        ]
        #expect(table.entries.count == expected.count)
        for (id, quirks) in expected {
            var camera = Self.camera
            camera.usbID = id
            #expect(table.quirks(for: camera) == quirks, "\(id)")
        }
        #expect(table.quirks(for: Self.camera) == CameraQuirks())
    }

    @Test("Every control that the engine knows has a name of its own")
    func names() {
        var names: Set<String> = []
        ControlID.known.forEach { names.insert($0.name?.description ?? "") }
        #expect(names.count == ControlID.known.count && !names.contains(""))
        #expect(ControlID(rawValue: 1).name == nil)
    }

    @Test(
        "A file that is cut or changed anywhere is entries or a fault, and never a crash", arguments: [UInt64(11), 12])
    func fuzz(seed: UInt64) throws {
        let text =
            Array(
                "[ // c\n { usb: '046d:082d', because: \"x\", unusable: ['region', 'gain'], lensRange: [0, 2e2], }, /* d */\n"
                    .utf8)
            + Array("{ driver: 'd', because: 'y', lensDelay: 3, exposureDelay: 0x2, cannotBeReadBack: true },\n".utf8)
            + Array("{ name: 'n', because: 'z', resetsAtStreamStart: true, exposureTimes: [1, 5, 10],".utf8)
            + Array(" writePause: 50, firstFrameTime: 8000 } ]".utf8)
        var random = SplitMix64(seed: seed)
        func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var accepted = 0
        try withFolder { folder in
            let path = folder + "/q"
            func tryOut(_ bytes: [UInt8]) throws {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                if (try? QuirkFile.read(path)) != nil { accepted += 1 }
            }
            for length in 0...text.count { try tryOut(Array(text[..<length])) }
            for _ in 0..<1200 {
                var mutant = text
                for _ in 0...below(3) {
                    let place = below(mutant.count)
                    switch below(4) {
                    case 0: mutant[place] = UInt8(truncatingIfNeeded: random.next())
                    case 1: mutant.remove(at: place)
                    case 2: mutant.insert(Array("{}[]:,'\"/*\n\\-.e0195\0".utf8)[below(20)], at: place)
                    default: mutant.insert(contentsOf: mutant[place...], at: below(mutant.count))
                    }
                }
                try tryOut(mutant)
            }
        }
        #expect(accepted > 10, "seed \(seed)")
    }
}
