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
        }
        #expect(try Program.run("--version").output == "tapfocus \(CommandLineProgram.version)\n")
    }

    @Test("The help of run shows how to try an application without a camera")
    func simulated() throws {
        let lines = try Program.run("run", "--help").output.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("  --simulated ") })
        #expect(line.hasSuffix("a camera that is played, /dev/video-simulated, for trying your application"))
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
}
