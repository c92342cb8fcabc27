import CommandLineWords
import FocusCore
import KioskRuntime
import StateTrace

/// The pages of the manual and the completions for shells, which an installation makes by calling the program:
/// "tapfocus help --man tapfocus-run", "tapfocus help --completion bash". Both come from what --help prints.
enum ManualCommand {
    /// The pages that there are, as "tapfocus-run.1".
    static let pages = ["tapfocus.1", "tapfocus-run.1", "tapfocus-trace.1", "tapfocus.json5.5", "tapfocus-quirks.5"]

    /// The text that the arguments after "help" ask for; nil: they ask for a command's help.
    /// - Throws: `UsageError` if there is no such page or shell.
    static func text(_ arguments: ArraySlice<String>) throws -> String? {
        let words = Array(arguments)
        guard let first = words.first, first == "--man" || first == "--completion" else { return nil }
        if first == "--man", words.count == 2, let page = page(words[1]) { return page }
        if first == "--completion", words.count == 2, let script = Completion.script(for: words[1]) { return script }
        let names = first == "--man" ? pages : Completion.shells
        throw UsageError("help \(first): expected one of \(names.joined(separator: ", ")).")
    }

    /// - Parameter name: with its section: "tapfocus-run.1".
    static func page(_ name: String) -> String? {
        switch name {
        case "tapfocus.1":
            let others = CommandLineProgram.commands.filter { $0.words[0] != "trace" && $0.name != "run" }
            return ManualPage.text(
                "tapfocus", section: 1, summary: "tap-to-focus for Linux cameras",
                help: [CommandLineProgram.overview] + others.map(\.help), others: seeAlso(besides: "tapfocus(1)"))
        case "tapfocus-run.1":
            let run = RunCommand.command
            return ManualPage.text(
                "tapfocus-run", section: 1, summary: run.summary, help: [run.help],
                others: seeAlso(besides: "tapfocus-run(1)"))
        case "tapfocus-trace.1":
            let family = CommandLineProgram.commands.filter { $0.words[0] == "trace" || $0.name == "replay" }
            return ManualPage.text(
                "tapfocus-trace", section: 1, summary: "look at recorded traces, replay and change them",
                help: family.map(\.help), others: seeAlso(besides: "tapfocus-trace(1)"))
        case "tapfocus.json5.5":
            return ManualPage.text(
                "tapfocus.json5", summary: "the configuration of tapfocus run",
                introduction: [
                    "The file is JSON5: JSON with comments, keys without quotes, texts in single quotes, and a comma "
                        + "after the last element. Every key is optional. The service of the package reads "
                        + "\(ConfigCommands.machine); \"tapfocus config check FILE\" checks a file.",
                    "A key with a dot belongs inside the object before the dot: tap.longestTime is written "
                        + "tap: { longestTime: 0.4 }.",
                ],
                settings: SettingList(RunSettings()).entries.map { (name: $0.key, words: words(for: $0)) },
                others: seeAlso(besides: "tapfocus.json5(5)"))
        case "tapfocus-quirks.5":
            return ManualPage.text(
                "tapfocus-quirks", summary: "known faults of cameras",
                introduction: [
                    "A file of quirks is a list of objects in JSON5. Each names the cameras that are meant, and what is "
                        + "peculiar to them. The machine's own file is \(QuirkFiles.machine)."
                ],
                settings: QuirkFile.fields.entries.map { entry in
                    (name: entry.key, words: [entry.values, entry.setting.help.description].map(ManualPage.plain))
                }, others: seeAlso(besides: "tapfocus-quirks(5)"))
        default: return nil
        }
    }

    private static func words(for entry: SettingList.Entry) -> [String] {
        let standard = entry.defaultText.isEmpty ? "" : "Default: \(entry.defaultText)"
        return [entry.values, standard, entry.setting.help.description].map(ManualPage.plain)
    }

    private static func seeAlso(besides page: String) -> [String] {
        let all = [
            "tapfocus(1)", "tapfocus-run(1)", "tapfocus-trace(1)", "tapfocus-web(1)", "tapfocus(3)",
            "tapfocus.json5(5)", "tapfocus-quirks(5)",
        ]
        return all.filter { $0 != page }
    }
}
