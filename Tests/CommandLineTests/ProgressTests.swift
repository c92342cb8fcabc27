import Foundation
import Glibc
import Testing

/// The progress of long commands: on a terminal only.
@Suite struct ProgressTests {
    static let commands: [[String]] = [
        ["trace", "stats", "t"], ["replay", "t"], ["replay", "t", "--set", "forceLockTime=4"],
        ["trace", "rerecord", "t", "-o", "new"], ["trace", "diff", "t", "t"], ["trace", "view", "t", "-o", "page"],
        ["trace", "export", "t", "--format", "csv", "-o", "table"],
    ]

    /// Five stories in one file: more inputs than pass before the progress is shown for the first time.
    private static func trace() throws -> String { String(repeating: try SmallTraces.demo(), count: 5) }

    /// True when the line is cleared after the last number of inputs.
    private static func isTakenAway(in written: String) -> Bool {
        guard let number = written.range(of: " inputs", options: .backwards) else { return false }
        return written[number.upperBound...].contains("\r\u{1b}[K")
    }

    @Test("On a terminal a long command shows how many inputs it has read, and takes that away", arguments: commands)
    func shown(_ arguments: [String]) throws {
        try withFolder { folder in
            try Data(try Self.trace().utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let terminal = try Terminal()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Program.path)
            process.arguments = arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle(forUpdatingAtPath: terminal.path)
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            // The terminal keeps the written bytes, a few hundred, until they are read. The kernel hands them on piece by piece.
            var written = ""
            var ready = pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0)
            while !Self.isTakenAway(in: written), poll(&ready, 1, 10_000) > 0 {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = read(terminal.master, &buffer, buffer.count)
                guard count > 0 else { break }
                written += String(decoding: buffer.prefix(count), as: UTF8.self)
            }
            let words = "tapfocus " + arguments.prefix { $0 == "trace" }.map { $0 + " " }.joined()
            #expect(written.contains(words) && written.contains(": 4096 inputs"), "\(written)")
            #expect(Self.isTakenAway(in: written), "\(written)")
        }
    }

    @Test("Elsewhere nothing is shown", arguments: commands)
    func notShown(_ arguments: [String]) throws {
        try withFolder { folder in
            try Data(try Self.trace().utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let outcome = try Program.run(arguments, in: folder)
            #expect(outcome.code == 0 && !outcome.errors.contains(" inputs"), "\(outcome.errors)")
        }
    }
}
