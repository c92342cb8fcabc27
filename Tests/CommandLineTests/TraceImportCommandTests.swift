import Foundation
import StateTrace
import Testing

@testable import tapfocus

@Suite struct TraceImportCommandTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Recordings").path

    private func recording(_ name: String) -> String { "\(Self.folder)/\(name)" }

    private func run(_ arguments: String..., in folder: String) throws -> Program.Outcome {
        try Program.run(["trace", "import"] + arguments, in: folder)
    }

    @Test(
        "What is imported replays, and can be shown and counted",
        arguments: [
            (["--touch", "panel-1.3.evemu", "--motion", "lifted.csv"], 2, 2),
            (["--touch", "resistive-1.0.evemu"], 1, 0), (["--touch", "two-devices.libinput.yml"], 3, 2),
            (["--touch", "two-devices.libinput.yml", "--device", "2", "--camera", "none"], 0, 2),
            (["--motion", "lifted.csv"], 0, 0),
        ])
    func replays(_ arguments: [String], _ taps: Int, _ ignored: Int) throws {
        try withFolder { folder in
            let words = arguments.map { $0.contains(".") ? recording($0) : $0 }
            let outcome = try Program.run(["trace", "import"] + words + ["-o", "t.jsonl"], in: folder)
            #expect(outcome.code == 0 && outcome.errors.isEmpty && outcome.output.hasPrefix("t.jsonl: "), "\(outcome)")
            let replay = try Program.run("replay", "t.jsonl", in: folder)
            #expect(
                replay.code == 0 && replay.output.hasPrefix("the same: ")
                    && !replay.output.contains("\nthe last session"))
            let show = try Program.run("trace", "show", "t.jsonl", in: folder)
            #expect(
                show.code == 0 && show.output.contains(arguments.contains("--touch") ? "touch down at" : "acceleration")
            )
            let stats = try Program.run("trace", "stats", "--json", "t.jsonl", in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(stats.output.split(separator: "\n")[0].utf8))
            let numbers = try #require(object as? [String: Any])
            #expect(numbers["taps"] as? Int == taps && numbers["ignored"] as? Int == ignored, "\(stats.output)")
            #expect(numbers["refused"] as? Int == (arguments.contains("none") ? 3 : 0))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["t.jsonl"])
        }
    }

    @Test("A long import has snapshots, at which replay begins and with which it compares")
    func snapshots() throws {
        try withFolder { folder in
            let rows = (0..<25_000).map { "\($0 / 100).\($0 % 100 / 10)\($0 % 10),0,0,9.81\n" }
            try Data(rows.joined().utf8).write(to: URL(fileURLWithPath: "\(folder)/m.csv"))
            #expect(try run("--motion", "m.csv", "-o", "t", in: folder).code == 0)
            let trace = try String(contentsOfFile: "\(folder)/t", encoding: .utf8)
            #expect(trace.split(separator: "\n").count { $0.contains("\"snapshot\":") } == 2)
            let replay = try Program.run("replay", "t", in: folder)
            #expect(replay.code == 0 && replay.output.hasPrefix("the same: "), "\(replay)")
            let late = try Program.run("replay", "t", "--from", "210", in: folder)
            #expect(late.code == 0 && late.output.contains("snapshot"), "\(late)")
        }
    }

    @Test(
        "A table whose times are in another unit is told of --motion-unit, if nobody has named one",
        arguments: [
            ("time,x,y,z\n1700000000000000000,0,0,9.8\n", [], true),
            ("time,x,y,z\n0,0,0,9.8\n700000000000,0,0,9.8\n", [], true),
            ("time_s,x,y,z\n0,0,0,9.8\n700000000000,0,0,9.8\n", [], false),
            ("time,x,y,z\n0,0,0,9.8\n700000000000,0,0,9.8\n", ["--motion-unit", "s"], false),
        ] as [(String, [String], Bool)])
    func unit(_ table: String, _ option: [String], _ isTold: Bool) throws {
        try withFolder { folder in
            try Data(table.utf8).write(to: URL(fileURLWithPath: "\(folder)/m.csv"))
            let outcome = try Program.run(["trace", "import", "--motion", "m.csv", "-o", "t"] + option, in: folder)
            #expect(outcome.code == 1 && outcome.errors.contains("--motion-unit ns") == isTold, "\(outcome)")
        }
    }

    @Test("A header without a time of day names the devices and the settings")
    func header() throws {
        try withFolder { folder in
            try Data("{\"forceLockTime\": 1}".utf8).write(to: URL(fileURLWithPath: "\(folder)/c.json5"))
            let outcome = try run(
                "--touch", recording("panel-1.3.evemu"), "--config", "c.json5", "-o", "t", in: folder)
            #expect(outcome.code == 0)
            let line = try String(contentsOfFile: "\(folder)/t", encoding: .utf8).prefix { $0 != "\n" }
            let header = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(header["wallClock"] == nil && header["monotonic"] == nil)
            #expect((header["configuration"] as? [String: Any])?["forceLockTime"] as? Double == 1)
            let devices = (header["devices"] as? [[String: Any]])?.map { $0["name"] as? String }
            #expect(devices == ["Panel Touch #2", "simulated camera"])
        }
    }

    @Test("From a damaged recording a whole trace of what precedes the damage is made, and the exit status is 1")
    func damage() throws {
        try withFolder { folder in
            let text = try String(contentsOfFile: recording("panel-1.3.evemu"), encoding: .utf8)
            try Data((text + "E: garbage\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/r"))
            let outcome = try run("--touch", "r", "-o", "t", in: folder)
            #expect(outcome.code == 1 && outcome.output.hasSuffix(" s, up to the damage\n"))
            let number = text.count { $0 == "\n" } + 1
            #expect(outcome.errors.hasPrefix("tapfocus trace import: r, line \(number): expected an event: "))
            #expect(try Program.run("replay", "t", in: folder).output.hasPrefix("the same: "))
        }
    }

    @Test(
        "A wrong command line ends with 2 and writes nothing",
        arguments: [
            (["-o", "t"], "name a recording"), (["--motion", "r"], "name the file to write: -o FILE."),
            (["--motion", "r", "-o", "r"], "-o r is the file that is read."),
            (["--motion", "r", "-o", "t", "--camera", "x"], "--camera: expected simulated or none"),
            (["--motion", "r", "-o", "t", "--motion-unit", "h"], "--motion-unit: expected s, ms, us or ns"),
            (["--motion", "r", "-o", "t", "--motion-start", "1e9"], "--motion-start: expected seconds"),
            (["--motion", "r", "-o", "t", "--device", "1"], "--device chooses among the devices of --touch."),
        ])
    func usage(_ arguments: [String], _ words: String) throws {
        try withFolder { folder in
            try Data("0,0,0,9.8\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/r"))
            let outcome = try Program.run(["trace", "import"] + arguments, in: folder)
            #expect(outcome.code == 2 && outcome.errors.contains(words), "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["r"])
        }
    }

    @Test("A recording that cannot be used leaves an existing file as it was")
    func keeps() throws {
        try withFolder { folder in
            try Data("precious".utf8).write(to: URL(fileURLWithPath: "\(folder)/t"))
            let outcome = try run("--touch", "/dev/null", "-o", "t", in: folder)
            #expect(outcome.code == 1 && outcome.errors.contains("this is a recording of neither"))
            #expect(try String(contentsOfFile: "\(folder)/t", encoding: .utf8) == "precious")
            let missing = try run("--motion", recording("lifted.csv"), "-o", "none/t", in: folder)
            #expect(missing.code == 1 && missing.errors.contains("cannot create none/t: No such file or directory."))
        }
    }
}
