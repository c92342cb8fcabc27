import CommandLineWords
import Glibc

/// One command: its name, arguments and options, and the function that runs it.
struct Command: Sendable {
    /// One word, or two: "trace show".
    var name: String
    /// The names of its arguments: "X Y". A last one that ends with "…" may be repeated, and one in brackets may be left out.
    var arguments: [String] = []
    var summary: String
    /// Further help text, after the options.
    var details = ""
    var options: [Option] = []
    var body: @Sendable (ParsedArguments) throws -> ExitCode

    var words: [String] { name.split(separator: " ").map(String.init) }

    fileprivate var takesMany: Bool { arguments.last?.hasSuffix("…") ?? false }

    /// The line that help begins with. What the command refuses to do without stands in it.
    var usage: String {
        let alternatives = options.filter { $0.need == .oneOf }.map(\.usage).joined(separator: " | ")
        let required = options.filter { $0.need == .required }.map(\.usage)
        var parts = ["usage: tapfocus", name] + arguments
        if !alternatives.isEmpty { parts.append("(\(alternatives))") }
        parts += required
        if options.count > required.count { parts.append("[OPTIONS]") }
        return parts.joined(separator: " ")
    }

    var help: String {
        var text = "\(usage)\n\n\(summary)"
        let all = options + [Option(name: "help", help: "this text", letter: "h")]
        let names = all.map { option in
            (option.letter.map { "-\($0), " } ?? "") + "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
        }
        let width = min(names.map(\.count).max() ?? 0, 34)
        text += "\n\n" + CommandLineProgram.rows(zip(names, all).map { ($0, $1.help) }, width: width)
        return details.isEmpty ? text : text + "\n\n" + details
    }
}

struct Option: Sendable {
    var name: String
    /// The placeholder of its value in the help; nil for a switch.
    var value: String?
    var help: String
    /// A letter that stands for the name: "-o".
    var letter: Character?
    /// True if it may be given several times.
    var isRepeatable = false
    var need = Need.optional

    /// The command's need for the option.
    enum Need: Sendable {
        case optional
        case required
        /// Of the options that are marked like this, at least one is required.
        case oneOf
    }

    static let socket = Option(
        name: "socket", value: "PATH", help: "the control socket of the running \"tapfocus run\"")
    static let output = Option(
        name: "output", value: "FILE", help: "the file to write, complete or not at all; an existing one is replaced",
        letter: "o", need: .required)

    /// As it stands in a usage line: "-o FILE".
    fileprivate var usage: String { (letter.map { "-\($0)" } ?? "--\(name)") + (value.map { " \($0)" } ?? "") }

    /// True for an argument that begins with it: "--output" or "-o".
    func isNamed(_ word: String) -> Bool { word == "--\(name)" || letter.map { word == "-\($0)" } == true }
}

/// The parsed arguments of a command, with the rules of getopt_long: options anywhere, "--name VALUE" or
/// "--name=VALUE", and only arguments after "--".
struct ParsedArguments {
    private(set) var positional: [String] = []
    private var values: [String: [String]] = [:]
    private(set) var wantsHelp = false

    init(_ arguments: [String], for command: Command) throws {
        var rest = arguments[...]
        var areOptionsOver = false
        while let argument = rest.popFirst() {
            if areOptionsOver || !argument.hasPrefix("-") || Double(argument) != nil || argument == "-" {
                positional.append(argument)
            } else if argument == "--" {
                areOptionsOver = true
            } else if argument == "--help" || argument == "-h" {
                wantsHelp = true
            } else {
                try parse(argument, &rest, for: command)
            }
        }
        guard !wantsHelp, positional.count != command.arguments.count else { return }
        guard positional.count < command.arguments.count else {
            if command.takesMany { return }
            throw UsageError("\"\(positional[command.arguments.count])\" is one argument too many.")
        }
        let missing = command.arguments[positional.count]
        if missing.hasPrefix("[") { return }
        throw UsageError("\(command.takesMany ? String(missing.dropLast()) : missing) is missing.")
    }

    /// The value of an option; nil if it was not given.
    subscript(name: String) -> String? { values[name]?.last }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// True if a switch was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The options of tapfocus-web that no command has.
    private static let optionsOfWeb = [
        "--port", "--listen", "--pages", "--picture", "--silence", "--token-file", "--allow-origin", "--allow-host",
    ]

    private mutating func parse(_ argument: String, _ rest: inout ArraySlice<String>, for command: Command) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = command.options.first(where: { $0.isNamed(parts[0]) }) else {
            let names = command.options.map { "--\($0.name)" } + ["--help"]
            let isOfWeb = Self.optionsOfWeb.contains(parts[0])
            let hint = isOfWeb ? " It belongs to tapfocus-web." : Nearest.name(to: parts[0], among: names)
            throw UsageError("there is no option \(parts[0]).\(hint)")
        }
        let name = option.name
        guard values[name] == nil || option.isRepeatable else { throw UsageError("--\(name) is given twice.") }
        guard let placeholder = option.value else {
            guard parts.count == 1 else { throw UsageError("--\(name) takes no value.") }
            values[name] = [""]
            return
        }
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
            throw UsageError("--\(name) needs a value: \(placeholder).")
        }
        values[name, default: []].append(value)
    }

    /// The value of an option; nil if it was not given.
    /// - Parameters:
    ///   - expected: the values that are allowed, for a person.
    ///   - read: the value of a text; nil: it is not allowed.
    func value<Value>(_ name: String, _ expected: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = read(text) else { throw UsageError("--\(name): expected \(expected), not \"\(text)\".") }
        return value
    }

    /// The value of an option in seconds; nil if it was not given.
    func seconds(_ name: String) throws -> Double? {
        try value(name, "seconds") { text in Double(text).flatMap { $0.isFinite ? $0 : nil } }
    }
}

/// The file that a command writes, of its option --output.
enum OutputFile {
    /// - Parameter sources: the files that the command reads, which it must not replace.
    static func path(_ arguments: ParsedArguments, sources: [String]) throws -> String {
        guard let path = arguments["output"] else { throw UsageError("name the file to write: -o FILE.") }
        guard path != "-" else {
            throw UsageError("-o -: name a file; /dev/stdout is standard output, and ./- is a file with this name.")
        }
        for source in sources where isSame(path, source) {
            throw UsageError("-o \(path) is the file that is read. Choose another name.")
        }
        return path
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(one, &first) == 0, stat(other, &second) == 0, first.st_mode & S_IFMT == S_IFREG else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
