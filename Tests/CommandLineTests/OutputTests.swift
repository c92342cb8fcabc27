import ChartTools
import FocusCore
import Foundation
import Glibc
import LinuxDevices
import SimulatedDevices
import StateChart
import StateTrace
import Testing

@testable import KioskRuntime
@testable import tapfocus

/// Standard output that cannot be written, for every command and for virtual-kiosk.
// The limit is against hanging; the time in which other tests have the processor counts, too.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OutputTests {
    /// Where standard output leads.
    enum Output: CaseIterable {
        /// Every write answers ENOSPC, as on a disk that is full.
        case full
        /// As after `>&-`.
        case closed
        /// A pipe whose reader has gone, as after `| head -1`.
        case unread

        var answer: String? {
            switch self {
            case .full: "cannot write to standard output: no space left on device. "
            case .closed: "cannot write to standard output: "
            case .unread: nil
            }
        }
    }

    /// The commands that print a result, and need neither a device nor a running program.
    private static let commands: [[String]] =
        [["--help"], ["-h"], ["help"], ["--version"], ["probe"], ["probe", "--json"]]
        + CommandLineProgram.commands.flatMap { [$0.words + ["--help"], ["help"] + $0.words] }

    /// The requests to a running program.
    private static let requests: [[String]] = [
        ["status"], ["status", "--json"], ["show-view"], ["compensate", "1"], ["watch"], ["watch", "--json"],
    ]

    private static func run(
        _ arguments: [String], of program: String = Program.path, to output: Output,
        meanwhile: (() throws -> Void)? = nil
    ) throws -> (code: Int32, errors: String) {
        try withFolder { folder in
            let errors = folder + "/errors"
            _ = FileManager.default.createFile(atPath: errors, contents: nil)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardError = FileHandle(forWritingAtPath: errors)
            let pipe = Pipe()
            switch output {
            case .full: process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
            case .unread:
                try pipe.fileHandleForReading.close()
                process.standardOutput = pipe
            case .closed:
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", "exec \"$0\" \"$@\" >&-", program] + arguments
            }
            try process.run()
            while let meanwhile, process.isRunning { try meanwhile() }
            process.waitUntilExit()
            #expect(process.terminationReason == .exit || (output == .unread && process.terminationStatus == SIGPIPE))
            let code = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
            return (code, try String(contentsOfFile: errors, encoding: .utf8))
        }
    }

    /// One sentence and 1 for what cannot be written; not a word for a reader that has gone.
    private static func check(_ outcome: (code: Int32, errors: String), _ output: Output, _ arguments: [String]) {
        let comment: Comment = "\(arguments): \(outcome)"
        guard let answer = output.answer else {
            #expect(outcome.code == 141 && outcome.errors.isEmpty, comment)
            return
        }
        #expect(outcome.code == 1, comment)
        #expect(outcome.errors.lowercased().contains(answer), comment)
        #expect(outcome.errors.count { $0 == "\n" } == 1, comment)
    }

    @Test("A command whose output cannot be written says so and ends with 1; a pipe that is closed ends it quietly")
    func commands() throws {
        for output in Output.allCases {
            for arguments in Self.commands { Self.check(try Self.run(arguments, to: output), output, arguments) }
        }
    }

    @Test("So do the demo, and the replay of what it has recorded")
    func traces() throws {
        try withFolder { folder in
            let trace = folder + "/t.jsonl"
            #expect(try Program.run("demo", "--trace", trace).code == 0)
            for output in Output.allCases {
                for arguments in [["demo", "--trace", folder + "/other.jsonl"], ["replay", trace]] {
                    Self.check(try Self.run(arguments, to: output), output, arguments)
                }
            }
        }
    }

    @Test("So do the requests to a running program", arguments: Output.allCases)
    func requests(output: Output) throws {
        try withFolder { folder in
            var options = KioskOptions()
            options.socket = folder + "/s"
            let nowhere = open("/dev/null", O_WRONLY)
            defer { close(nowhere) }
            let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere))
            kiosk.steps.observer = ChartMonitors.observer { Issue.record("\($0)") }
            let server = try ControlServer(path: options.socket, loop: kiosk.host.loop) {
                [unowned kiosk] request, client in
                kiosk.answer(request, client)
            }
            kiosk.audience.server = server
            defer { server.close() }
            kiosk.feed(.start)
            for arguments in Self.requests {
                let outcome = try Self.run(arguments + ["--socket", options.socket], to: output) {
                    try kiosk.host.loop.runOnce(timeout: 20)
                }
                Self.check(outcome, output, arguments)
            }
        }
    }

    @Test(
        "run fails in each case where there is no camera, and says that on standard error", arguments: Output.allCases)
    func run(output: Output) throws {
        try withFolder { folder in
            let outcome = try Self.run(
                ["run", "--json", "--camera", folder + "/none", "--socket", folder + "/s"], to: output)
            #expect(outcome.code == 1 && outcome.errors.contains("/none"), "\(outcome)")
        }
    }

    @Test(
        "What is wrong with the usage is no result: it ends with 2, also where nothing can be said",
        arguments: [true, false])
    func wrongUsage(isClosed: Bool) throws {
        let redirection = isClosed ? "2>&-" : "2>/dev/full"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" dance \(redirection)", Program.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 2)
    }

    @Test("virtual-kiosk's help ends likewise", arguments: Output.allCases)
    func virtualKiosk(output: Output) throws {
        let outcome = try Self.run(["--help"], of: Program.place(of: "virtual-kiosk"), to: output)
        Self.check(outcome, output, ["virtual-kiosk", "--help"])
    }
}
