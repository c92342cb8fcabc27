import CommandLineWords

/// Completions for shells. They know commands, options, the cameras and touchscreens that are there, and files.
enum Completion {
    static let shells = ["bash", "zsh", "fish"]

    static func script(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    /// The choices for the value of an option, or for an argument.
    private enum Source {
        case cameras
        case touchscreens
        case words([String])
        case files

        init(_ placeholder: String, named name: String) {
            let words = placeholder.split(separator: "|").map(String.init)
            switch name {
            case "camera": self = .cameras
            case "touch": self = .touchscreens
            case _ where words.count > 1 && words.allSatisfy({ $0 == $0.lowercased() }): self = .words(words)
            default: self = .files
            }
        }

        /// A command of a shell that prints the choices, one a line; nil: files are the choices.
        var command: String? {
            switch self {
            case .cameras: "echo auto; ls -1 /dev/video* 2>/dev/null; cat /sys/class/video4linux/*/name 2>/dev/null"
            case .touchscreens: "printf 'auto\\nnone\\n'; ls -1 /dev/input/event* 2>/dev/null"
            case .words(let words): "printf '%s\\n' \(words.joined(separator: " "))"
            case .files: nil
            }
        }
    }

    private static var commands: [Command] { CommandLineProgram.commands }

    private static var firstWords: [String] {
        var words: [String] = []
        for command in commands where !words.contains(command.words[0]) { words.append(command.words[0]) }
        return words + ["help"]
    }

    private static func secondWords(after first: String) -> [String] {
        commands.filter { $0.words.count > 1 && $0.words[0] == first }.map { $0.words[1] }
    }

    private static var families: [String] { firstWords.filter { !secondWords(after: $0).isEmpty } }

    private static func names(of command: Command) -> String {
        (command.options.map { "--\($0.name)" } + ["--help"]).joined(separator: " ")
    }

    private static var bash: String {
        var lines = [
            "# bash completion for tapfocus, made by \"tapfocus help --completion bash\"", "_tapfocus() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
            "    local command=${COMP_WORDS[1]} choices choice quoted",
            "    COMPREPLY=()", "    case $command in",
        ]
        for family in families {
            lines += [
                "        \(family))",
                "            if [ \"$COMP_CWORD\" -eq 2 ]; then \(answer(secondWords(after: family))); return; fi",
                "            command+=\" ${COMP_WORDS[2]}\" ;;",
            ]
        }
        lines += [
            "    esac",
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then \(answer(firstWords + ["--help", "--version"])); return; fi",
            "    case \"$command $before\" in",
        ]
        for command in commands {
            for option in command.options {
                guard let value = option.value, let choices = Source(value, named: option.name).command else {
                    continue
                }
                lines.append("        \"\(command.name) --\(option.name)\") choices=$(\(choices)) ;;")
            }
        }
        lines += [
            "    esac",
            "    if [ -n \"${choices-}\" ]; then",
            // compgen -W would carry out what a camera's name contains: $(…).
            "        while IFS= read -r choice; do",
            "            quoted=$(printf %q \"$choice\")",
            "            if [[ $choice == \"$word\"* || $quoted == \"$word\"* ]]; then COMPREPLY+=(\"$quoted\"); fi",
            "        done <<<\"$choices\"",
            "        return", "    fi", "    case $command in",
        ]
        for command in commands { lines.append("        '\(command.name)') choices='\(names(of: command))' ;;") }
        lines += [
            "    esac",
            "    case $word in -*) COMPREPLY=($(compgen -W \"${choices-}\" -- \"$word\")); return ;; esac",
        ]
        lines += traces
        // Without a reply the shell completes names of files itself, and knows best about their spaces.
        lines += ["}", "complete -o default -F _tapfocus tapfocus"]
        return lines.joined(separator: "\n")
    }

    /// Where a command takes a trace, files with the name of one come first. zsh has no compopt, and completes all files.
    private static var traces: [String] {
        let names = commands.filter(takesTraces).map { "'\($0.name)'" }
        let add = "while IFS= read -r choice; do COMPREPLY+=(\"$choice\"); done"
        return [
            "    case $command in \(names.joined(separator: "|"))) ;; *) return ;; esac",
            "    if ! compopt -o filenames 2>/dev/null; then return; fi",
            "    \(add) < <(compgen -f -X '!*.jsonl' -- \"$word\")",
            "    if [ ${#COMPREPLY[@]} -eq 0 ]; then return; fi",
            "    \(add) < <(compgen -d -- \"$word\")",
        ]
    }

    /// True if the arguments are traces; those of "trace diff" are named A and B.
    private static func takesTraces(_ command: Command) -> Bool {
        command.arguments.first.map { $0.hasPrefix("TRACE") || $0 == "A" } ?? false
    }

    private static func answer(_ words: [String]) -> String {
        "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
    }

    /// zsh takes the completions of bash, which it knows to read. The first call of this file, as a function, answers, too.
    private static var zsh: String {
        [
            "#compdef tapfocus", "autoload -U +X bashcompinit && bashcompinit", bash,
            "if [ \"${funcstack[1]-}\" = _tapfocus ]; then _bash_complete -o default -F _tapfocus; fi",
        ].joined(separator: "\n")
    }

    private static var fish: String {
        var lines = ["# fish completion for tapfocus, made by \"tapfocus help --completion fish\""]
        lines.append("complete -c tapfocus -f")
        lines.append("complete -c tapfocus -n __fish_use_subcommand -a '\(firstWords.joined(separator: " "))'")
        for family in families {
            let words = secondWords(after: family).joined(separator: " ")
            lines.append(
                "complete -c tapfocus -n '__fish_seen_subcommand_from \(family); "
                    + "and not __fish_seen_subcommand_from \(words)' -a '\(words)'")
        }
        for command in commands {
            let condition = command.words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            for option in command.options {
                var line = "complete -c tapfocus -n '\(condition)' -l \(option.name) -d \(quoted(option.help))"
                if let letter = option.letter { line += " -s \(letter)" }
                if let value = option.value {
                    let choices = Source(value, named: option.name).command
                    line += choices.map { " -x -a \(quoted("(sh -c \(quoted($0)))"))" } ?? " -r -F"
                }
                lines.append(line)
            }
            guard !command.arguments.isEmpty else { continue }
            // Files with the name of a trace come first.
            let files = takesTraces(command) ? "-k -a '(__fish_complete_suffix .jsonl)'" : "-F"
            lines.append("complete -c tapfocus -n '\(condition)' \(files)")
        }
        return lines.joined(separator: "\n")
    }

    /// In single quotes, for fish.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing(each: ["\\": "\\\\", "'": "\\'"]) + "'"
    }
}
