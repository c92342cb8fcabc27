import Foundation
import KioskRuntime

/// The program: its name, its version, its commands.
enum CommandLineProgram {
    static let version = "0.1.0"

    static let commands: [Command] = [
        .demo, .probe, .run, .tap, .showView, .compensate, .status, .watch, .replay,
    ]

    /// Runs the command that the arguments name, and returns the exit status.
    static func run(_ arguments: [String]) -> ExitCode {
        do {
            return try carryOut(arguments)
        } catch let error as OutputError where error.isReaderGone {
            return .readerGone
        } catch {
            complain("tapfocus: \(error)")
            return .failed
        }
    }

    private static func carryOut(_ arguments: [String]) throws -> ExitCode {
        guard let name = arguments.first else {
            complain(overview)
            return .wrongUsage
        }
        switch name {
        case "--help", "-h", "help":
            if name == "help", let about = arguments.dropFirst().first {
                guard let command = command(named: about) else { return unknown(about) }
                try StandardOutput.writeLine(command.help)
            } else {
                try StandardOutput.writeLine(overview)
            }
            return .fine
        case "--version":
            try StandardOutput.writeLine("tapfocus \(version)")
            return .fine
        default:
            break
        }
        guard let command = command(named: name) else { return unknown(name) }
        return try run(command, Array(arguments.dropFirst()))
    }

    private static func unknown(_ name: String) -> ExitCode {
        let nearest = Nearest.name(to: name, among: commands.map(\.name))
        complain("tapfocus: there is no command \"\(name)\".\(nearest) \"tapfocus --help\" lists them all.")
        return .wrongUsage
    }

    /// Prints a message for people on standard error.
    static func complain(_ text: String) {
        StandardError.writeLine(text)
    }

    private static func command(named name: String) -> Command? {
        commands.first { $0.name == name }
    }

    private static func run(_ command: Command, _ arguments: [String]) throws -> ExitCode {
        do {
            let parsed = try ParsedArguments(arguments, for: command)
            if parsed.wantsHelp {
                try StandardOutput.writeLine(command.help)
                return .fine
            }
            return try command.body(parsed)
        } catch let error as UsageError {
            complain("tapfocus \(command.name): \(error) \"tapfocus \(command.name) --help\" says more.")
            return .wrongUsage
        } catch let error as OutputError where error.isReaderGone {
            throw error
        } catch {
            complain("tapfocus \(command.name): \(error)")
            return .failed
        }
    }

    private static var overview: String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { command in
            "  \(command.name.padding(toLength: width + 2, withPad: " ", startingAt: 0))\(command.summary)"
        }
        return """
            tapfocus: tap-to-focus for Linux cameras

            usage: tapfocus COMMAND [OPTIONS]

            \(lines.joined(separator: "\n"))

            Each command has --help. Exit status: 0 success, 1 failure, 2 wrong usage, 3 a replay diverged,
            141 nobody reads the output any more (as after "| head -1").
            """
    }
}
