import Foundation
import Glibc
import Testing

@testable import tapfocus

/// The files that the commands for traces write.
@Suite struct OutputFileTests {
    /// The commands that make a file of a trace; the trace and the option -o follow.
    static let commands: [[String]] = [
        ["trace", "view"], ["trace", "export", "--format", "csv"], ["trace", "export", "--format", "perfetto"],
        ["trace", "rerecord"], ["trace", "minimize", "--until", "rule:tapped"],
    ]

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test("No command replaces the trace that it reads, whatever its name is there", arguments: commands)
    func replacesNoSource(_ command: [String]) throws {
        try withFolder { folder in
            let trace = try SmallTraces.demo()
            try write(trace, to: folder + "/t")
            #expect(symlink("t", folder + "/link") == 0 && link(folder + "/t", folder + "/other") == 0)
            for name in ["t", "./t", "link", "other"] {
                let outcome = try Program.run(command + ["t", "-o", name], in: folder)
                #expect(
                    outcome.code == 2 && outcome.errors.contains("-o \(name) is the file that is read"), "\(outcome)")
                #expect(try String(contentsOfFile: folder + "/t", encoding: .utf8) == trace)
            }
        }
    }

    @Test("A file that is no trace leaves the output of an earlier one as it was", arguments: commands)
    func keepsGoodOutput(_ command: [String]) throws {
        try withFolder { folder in
            try write("good", to: folder + "/out")
            for text in ["# A document\n", "", "{}\n", "\u{28}\u{b5}"] {
                try write(text, to: folder + "/t")
                let outcome = try Program.run(command + ["t", "-o", "out"], in: folder)
                #expect(outcome.code == 1 && outcome.errors.contains("t, line 1: expected a trace"), "\(outcome)")
                #expect(try String(contentsOfFile: folder + "/out", encoding: .utf8) == "good")
            }
        }
    }

    @Test("\"-\" is refused with a word about standard output, and /dev/stdout is it", arguments: commands)
    func standardOutput(_ command: [String]) throws {
        try withFolder { folder in
            try write(try SmallTraces.demo(), to: folder + "/t")
            let refused = try Program.run(command + ["t", "-o", "-"], in: folder)
            #expect(refused.code == 2 && refused.errors.contains("/dev/stdout is standard output"), "\(refused)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["t"])
        }
        try withFolder { folder in
            try write(try SmallTraces.demo(), to: folder + "/t")
            let table = try Program.run("trace", "export", "--format=csv", "t", "-o", "/dev/stdout", in: folder)
            #expect(table.code == 0 && table.output.hasPrefix("session,n,time"), "\(table.errors)")
        }
    }

    @Test(
        "Whoever must not read a trace must not read what is made of it",
        arguments: [0o600, 0o640, 0o644, 0o666] as [mode_t])
    func mode(_ mode: mode_t) throws {
        let before = umask(0)
        umask(before)
        for command in Self.commands {
            try withFolder { folder in
                try write(try SmallTraces.demo(), to: folder + "/t")
                #expect(chmod(folder + "/t", mode) == 0)
                #expect(try Program.run(command + ["t", "-o", "out"], in: folder).code == 0)
                var status = stat()
                #expect(stat(folder + "/out", &status) == 0)
                #expect(status.st_mode & 0o777 == mode & 0o644 & ~before, "\(command)")
            }
        }
    }
}
