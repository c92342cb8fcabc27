import Foundation
import Testing

@testable import tapfocus

@Suite struct HelpTests {
    @Test("The overview names every command")
    func overview() throws {
        for argument in ["--help", "-h", "help"] {
            let outcome = try Program.run(argument)
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            for command in CommandLineProgram.commands { #expect(outcome.output.contains("  \(command.name) ")) }
            for option in ["-h, --help", "--version"] { #expect(outcome.output.contains("  \(option) ")) }
            for word in ["help --man PAGE", "help --completion SHELL"] { #expect(outcome.output.contains(word)) }
        }
        #expect(try Program.run("--version").output == "tapfocus \(CommandLineProgram.version)\n")
    }

    @Test("The help of run shows how to try an application without a camera")
    func simulated() throws {
        let lines = try Program.run("run", "--help").output.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("  --simulated ") })
        #expect(line.hasSuffix("pretend to have a camera, /dev/video-simulated, to try your application"))
    }

    @Test("The first word of two has help: that of both commands")
    func family() throws {
        for arguments in [["trace", "--help"], ["help", "trace"]] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 0 && outcome.output.contains("usage: tapfocus trace show TRACE [OPTIONS]"))
            #expect(outcome.output.contains("usage: tapfocus trace stats TRACE… [OPTIONS]"))
        }
    }

    @Test(
        "Every command has help that names its arguments and options",
        arguments: CommandLineProgram.commands.map(\.name))
    func command(name: String) throws {
        let command = try #require(CommandLineProgram.commands.first { $0.name == name })
        let help = try Program.run(command.words + ["--help"])
        #expect(help.code == 0 && help.errors.isEmpty)
        #expect(help.output.hasPrefix("usage: tapfocus \(name)"))
        for option in command.options { #expect(help.output.contains("--\(option.name)")) }
        #expect(help.output.contains("  -h, --help "))
        for argument in command.arguments { #expect(help.output.contains(argument)) }
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(try Program.run(["help"] + command.words).output == help.output)
    }

    @Test(
        "What a command refuses to do without stands in its usage line, and no other option does",
        arguments: CommandLineProgram.commands.map(\.name))
    func required(name: String) throws {
        let command = try #require(CommandLineProgram.commands.first { $0.name == name })
        let needed = command.options.filter { $0.need != .optional }
        let refused = try withFolder { try optionsThat(command, asksForIn: $0) }
        for option in refused { #expect(command.usage.contains("\(option.word) "), "\(option.word)") }
        for option in needed where option.need == .required { #expect(refused.contains { $0.name == option.name }) }
        let alternatives = needed.filter { $0.need == .oneOf }.map(\.name)
        #expect(alternatives.isEmpty || refused.contains { alternatives.contains($0.name) })
        #expect(try Program.run(command.words + ["--help"]).output.hasPrefix(command.usage + "\n"))
    }

    /// Runs a command, again and again, with each option for which it has asked, until it asks for none. It does nothing: its
    /// files are not there, and no "tapfocus run" is at its socket.
    private func optionsThat(_ command: Command, asksForIn folder: String) throws -> [Option] {
        let socket = command.options.contains { $0.name == "socket" } ? ["--socket", folder + "/none/socket"] : []
        var arguments = command.words + command.arguments.map { $0 == "STATE" ? "off" : "0" } + socket
        var refused: [Option] = []
        while refused.count <= command.options.count {
            let outcome = try Program.run(arguments, in: folder, environment: ["TMPDIR": folder])
            guard outcome.code == 2 else { return refused }
            let word = try #require(outcome.errors.firstMatch(of: /\ (--?[a-z-]+)/)).output.1
            let option = try #require(command.options.first { $0.isNamed(String(word)) }, "\(outcome.errors)")
            refused.append(option)
            let values = ["until": "error", "format": "csv"]
            arguments += [String(word), values[option.name] ?? "file"]
        }
        Issue.record("\(command.name) asks for \(refused.map(\.name))")
        return refused
    }
}

extension Option {
    /// The word that stands for it in a usage line.
    fileprivate var word: String { letter.map { "-\($0)" } ?? "--\(name)" }
}
