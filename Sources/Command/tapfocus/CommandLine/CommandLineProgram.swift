import CommandLineWords
import KioskRuntime

/// The version of the program, and its words to people: all commands need them.
enum CommandLineProgram {
    static let version = Release.version

    /// Prints a message for people on standard error.
    static func complain(_ text: String) { StandardError.writeLine(text) }

    /// A line for each name, with what it means.
    /// - Parameter width: that of the names; nil: that of the longest one.
    static func rows(_ rows: [(String, String)], width: Int? = nil) -> String {
        let width = width ?? rows.map(\.0.count).max() ?? 0
        return rows.map { name, words in "  \(name.padded(to: width))  \(words)" }.joined(separator: "\n")
    }
}

enum ExitCode: Int32 {
    case fine = 0
    case failed = 1
    case wrongUsage = 2
    /// A replay differs from its recording; a photo is there, and may be unsharp or exposed wrongly.
    case notAsWished = 3
    /// The configuration, or the machine, has a fault: another start would find the same one. The number is EX_CONFIG of sysexits.h.
    case wrongConfiguration = 78
    /// Nobody reads standard output any more. The status is that of a program that SIGPIPE has ended, in a shell.
    case readerGone = 141
}

/// A wrong command line: a sentence that names the right one.
struct UsageError: Error, CustomStringConvertible {
    var description: String
    /// Lines that follow the sentence: what may be chosen from, and what each means.
    var choices: String?

    init(_ description: String, choices: String? = nil) {
        self.description = description
        self.choices = choices
    }
}

extension String {
    /// With spaces behind it up to a width, or with another character.
    func padded(to width: Int, with filler: String = " ") -> String {
        self + String(repeating: filler, count: max(0, width - count))
    }

    /// With spaces before it up to a width, or with another character.
    func padded(before width: Int, with filler: String = " ") -> String {
        String(repeating: filler, count: max(0, width - count)) + self
    }
}
