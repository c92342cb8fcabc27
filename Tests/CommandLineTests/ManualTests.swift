import Foundation
import StateTrace
import Testing

@testable import CommandLineWords
@testable import tapfocus

@Suite("The manual and the completions")
struct ManualTests {
    @Test("Each page is made, and names every option and setting that it is about", arguments: ManualCommand.pages)
    func pages(name: String) throws {
        let outcome = try Program.run("help", "--man", name)
        let text = outcome.output.replacing("\\-", with: "-").replacing("\\e", with: "\\")
        let parts = name.split(separator: ".")
        #expect(outcome.code == 0 && outcome.output.hasPrefix(".TH "))
        #expect(text.contains("\n.SH NAME\n\(parts.dropLast().joined(separator: ".")) - "))
        switch name {
        case "tapfocus-run.1": for option in RunCommand.command.options { #expect(text.contains("--\(option.name)")) }
        case "tapfocus.json5.5": for key in SettingList(RunSettings()).keys { #expect(text.contains("\n.B \(key)\n")) }
        case "tapfocus-quirks.5": for key in QuirkFile.fields.keys { #expect(text.contains("\n.B \(key)\n")) }
        case "tapfocus-trace.1":
            for command in CommandLineProgram.commands where command.words[0] == "trace" {
                let usage = String(command.usage.dropFirst("usage: ".count))
                #expect(text.contains("\n.B \(usage)\n") && text.contains(command.summary), "\(usage)")
            }
        default:
            #expect(text.contains("\n.SH SYNOPSIS\n.B tapfocus COMMAND [OPTIONS]\n"))
            for command in CommandLineProgram.commands { #expect(text.contains("\n.B \(command.name)\n")) }
        }
        #expect(!text.contains("](") && !text.contains("`"), "the marks of the documentation are gone")
    }

    @Test("The Makefile installs all pages")
    func makefile() throws {
        #expect(try repositoryFile("Makefile").contains("\npages = \(ManualCommand.pages.joined(separator: " "))\n"))
    }

    @Test("Text of --help becomes roff: terms, paragraphs, and no line that roff would take for a command")
    func roff() {
        let option = "  -o, --out FILE  where\n                  it goes"
        let help = "usage: x [OPTIONS]\n\nSays it.\n\n\(option)\n\n.dots 'and \\ too"
        let page = ManualPage.text("x", section: 1, summary: "say it.", help: [help], others: ["y(1)"])
        #expect(page.contains(".SH SYNOPSIS\n.B x [OPTIONS]\n.br\n.SH DESCRIPTION\nSays it.\n.PP\n.TP\n"))
        #expect(page.contains(".TP\n.B \\-o, \\-\\-out FILE\nwhere\nit goes\n.PP\n\\&.dots 'and \\e too\n"))
        #expect(page.hasSuffix(".SH SEE ALSO\ny(1)"))
        #expect(page.contains("\nx \\- say it\n"))
    }

    @Test("Each completion names every command, and every option of it", arguments: Completion.shells)
    func completions(shell: String) throws {
        let outcome = try Program.run("help", "--completion", shell)
        #expect(outcome.code == 0)
        for command in CommandLineProgram.commands {
            for word in command.words { #expect(outcome.output.contains(word)) }
            for option in command.options { #expect(outcome.output.contains(option.name), "\(command.name)") }
        }
    }

    @Test(
        "bash completes commands, options, choices and cameras",
        arguments: [
            ("tapfocus tra", "trace"), ("tapfocus trace sh", "show"), ("tapfocus run --came", "--camera"),
            ("tapfocus run --rotation ''", ""), ("tapfocus run --camera au", "auto"), ("tapfocus run --log ta", "taps"),
        ])
    func bash(line: String, expected: String) throws {
        try withFolder { folder in
            let found = try replies(to: line, with: "", in: folder)
            #expect(expected.isEmpty || found.contains(expected), "\(found)")
        }
    }

    /// The replies of bash to a command line, with functions in place of programs.
    private func replies(to line: String, with functions: String, in folder: String) throws -> [String] {
        let script = try Program.run("help", "--completion", "bash").output
        let test = """
            \(script)
            \(functions)
            COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tapfocus; printf '%s\\n' "${COMPREPLY[@]}"
            """
        try Data(test.utf8).write(to: URL(fileURLWithPath: folder + "/test"))
        let outcome = try Program.run([folder + "/test"], of: "/bin/bash", in: folder)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("A camera's name is quoted, and nothing in it is carried out", arguments: ["Cam", "'Cam\\ 1'"])
    func hostileName(word: String) throws {
        try withFolder { folder in
            let cat = "cat() { printf '%s\\n' 'Cam 1 $(touch hostile) `touch hostile`; *'; }"
            let found = try replies(to: "tapfocus run --camera \(word)", with: cat, in: folder)
            #expect(found == [#"Cam\ 1\ \$\(touch\ hostile\)\ \`touch\ hostile\`\;\ \*"#], "\(found)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/hostile"))
        }
    }

    @Test("Where a command takes a trace, traces and folders are offered; elsewhere the shell completes files itself")
    func traces() throws {
        try withFolder { folder in
            for name in ["a b.jsonl", "a.txt"] { try Data().write(to: URL(fileURLWithPath: folder + "/" + name)) }
            try FileManager.default.createDirectory(atPath: folder + "/ab", withIntermediateDirectories: false)
            let compopt = "compopt() { :; }"
            #expect(try replies(to: "tapfocus trace show a", with: compopt, in: folder) == ["a b.jsonl", "ab"])
            #expect(try replies(to: "tapfocus replay a.t", with: compopt, in: folder).isEmpty)
            #expect(try replies(to: "tapfocus config check a", with: compopt, in: folder).isEmpty)
        }
    }

    private static func program(_ name: String) -> String? {
        ["/bin/", "/usr/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test("zsh and fish can read their completions, if they are there", arguments: ["zsh", "fish"])
    func readable(shell: String) throws {
        guard let program = Self.program(shell) else { return }
        try withFolder { folder in
            let script = try Program.run("help", "--completion", shell).output
            try Data(script.utf8).write(to: URL(fileURLWithPath: folder + "/script"))
            let outcome = try Program.run(["-n", folder + "/script"], of: program, in: folder)
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
            guard shell == "fish" else { return }
            let asked = "source \(folder)/script; complete --do-complete 'tapfocus trace sh'"
            let answer = try Program.run(["--no-config", "-c", asked], of: program, in: folder)
            #expect(answer.output.contains("show"), "\(answer)")
        }
    }

    @Test("The first Tab in zsh answers: the function that has registered itself is called")
    func firstTab() throws {
        let script = try Program.run("help", "--completion", "zsh").output
        #expect(script.hasPrefix("#compdef tapfocus\n") && script.contains("\n_tapfocus() {\n"))
        let last = try #require(script.split(separator: "\n").last)
        #expect(last.contains("funcstack") && last.contains("_bash_complete -o default -F _tapfocus"))
    }

    @Test("Another page or shell is wrong usage, and the right ones are named")
    func unknown() throws {
        let page = try Program.run("help", "--man", "x")
        #expect(page.code == 2 && page.errors.contains("tapfocus-run.1"))
        let shell = try Program.run("help", "--completion", "csh")
        #expect(shell.code == 2 && shell.errors.contains("bash, zsh, fish"))
    }
}
