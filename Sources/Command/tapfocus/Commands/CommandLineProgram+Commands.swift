import CommandLineWords
import KioskRuntime

extension CommandLineProgram {
    static let commands: [Command] = [
        DemoCommand.command, ProbeCommand.command, DoctorCommand.command, RunCommand.command, ConfigCommands.check,
        ConfigCommands.show, ClientCommands.tap, ClientCommands.lock, ClientCommands.unlock, ClientCommands.zoom,
        ClientCommands.light, ClientCommands.lamp, ClientCommands.camera, ClientCommands.cameras,
        ClientCommands.showView, ClientCommands.photo, ClientCommands.bracket, ClientCommands.movie,
        ClientCommands.compensate, ClientCommands.status, ClientCommands.watch,
        ReplayCommand.command, TraceShowCommand.command, TraceStatsCommand.command, TraceViewCommand.command,
        TraceImportCommand.command, TraceExportCommand.command, TraceDiffCommand.command,
        TraceMinimizeCommand.command, TraceRerecordCommand.command, ClientCommands.traceMark, ClientCommands.traceNext,
    ]

    /// Runs the command that the arguments name, and returns the exit status.
    static func run(_ arguments: [String]) -> ExitCode {
        do {
            return try carryOut(arguments)
        } catch let error as OutputError where error.isReaderGone {
            return .readerGone
        } catch let error as UsageError {
            complain("tapfocus: \(error)")
            return .wrongUsage
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
        if name == "--version" { return try say("tapfocus \(version)") }
        if ["--help", "-h", "help"].contains(name) {
            guard name == "help", arguments.count > 1 else { return try say(overview) }
            let about = arguments.dropFirst()
            if let text = try ManualCommand.text(about) { return try say(text) }
            guard let help = help(about) else { return unknown(about) }
            return try say(help)
        }
        if let command = command(in: arguments[...]) {
            return try run(command, Array(arguments.dropFirst(command.words.count)))
        }
        let isQuestion = arguments.count == 2 && ["--help", "-h"].contains(arguments[1])
        guard isQuestion, let help = help(arguments[..<1]) else { return unknown(arguments[...]) }
        return try say(help)
    }

    private static func say(_ text: String) throws -> ExitCode {
        try StandardOutput.writeLine(text)
        return .fine
    }

    /// The help of a command, or of all commands of two words that begin with this one; nil if there is no such command.
    private static func help(_ about: ArraySlice<String>) -> String? {
        if let command = command(in: about) { return command.help }
        let family = family(about.first ?? "")
        guard about.count == 1, !family.isEmpty else { return nil }
        return family.map(\.help).joined(separator: "\n\n")
    }

    private static func family(_ name: String) -> [Command] {
        commands.filter { $0.words.count > 1 && $0.words[0] == name }
    }

    private static func unknown(_ arguments: ArraySlice<String>) -> ExitCode {
        let name = arguments.first ?? ""
        let family = family(name)
        if !family.isEmpty {
            let second = arguments.dropFirst().first ?? ""
            let nearest = Nearest.name(to: second, among: family.map { $0.words[1] }, after: "\(name) ")
            guard nearest.isEmpty else { return noCommand("\(name) \(second)", nearest) }
            complain(
                "tapfocus: \"\(name)\" is half a command; \"tapfocus \(name) --help\" says more of each of these:\n"
                    + rows(family.map { ($0.name, $0.summary) }))
            return .wrongUsage
        }
        if let hint = hints[name] { return noCommand(name, hint) }
        // One name for the version, as in tapfocus-web: elsewhere "-v" asks for more words.
        let names = commands.map { $0.words[0] } + ["help", "--help", "--version"]
        return noCommand(name, Nearest.name(to: name, among: names))
    }

    /// Names that are something else than commands.
    private static let hints = [
        "web": " tapfocus-web is a program of its own, which connects pages.",
        "kiosk": " \"make kiosk\" shows the kiosk page, in the folder of the sources.",
    ]

    private static func noCommand(_ name: String, _ nearest: String) -> ExitCode {
        complain("tapfocus: there is no command \"\(name)\".\(nearest) \"tapfocus --help\" lists them all.")
        return .wrongUsage
    }

    /// The command with whose words the arguments begin.
    private static func command(in arguments: ArraySlice<String>) -> Command? {
        commands.first { arguments.starts(with: $0.words) }
    }

    private static func run(_ command: Command, _ arguments: [String]) throws -> ExitCode {
        do {
            let parsed = try ParsedArguments(arguments, for: command)
            return try parsed.wantsHelp ? say(command.help) : command.body(parsed)
        } catch let error as UsageError {
            let list = error.choices.map { "\n\($0)" } ?? ""
            complain("tapfocus \(command.name): \(error) \"tapfocus \(command.name) --help\" says more.\(list)")
            return .wrongUsage
        } catch let error as OutputError where error.isReaderGone {
            throw error
        } catch {
            complain("tapfocus \(command.name): \(error)")
            return .failed
        }
    }

    static var overview: String {
        let options = [("-h, --help", "this text; after a command, its own text"), ("--version", "the version")]
        let width = commands.map(\.name.count).max() ?? 0
        return """
            tapfocus: tap-to-focus for Linux cameras

            usage: tapfocus COMMAND [OPTIONS]

            \(rows(commands.map { ($0.name, $0.summary) }, width: width))

            \(rows(options, width: width))

            Exit status: 0 success, 1 failure, 2 wrong usage, 3 a replay or a comparison found a difference, or a photo may be
            unsharp, 78 a fault in the configuration of "run" (with --wait-for-camera also another one that the next start
            would meet), 141 the reader of the output has gone (as after "| head -1").

            An installation asks for pages of the manual, "tapfocus help --man PAGE" (\(ManualCommand.pages[0]), …),
            and for completions, "tapfocus help --completion SHELL" (\(Completion.shells.joined(separator: ", "))).
            """
    }
}
