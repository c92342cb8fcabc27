enum ExitCode: Int32 {
    case fine = 0
    case failed = 1
    case wrongUsage = 2
    case replayDiverged = 3
    /// The configuration has a fault: another start would find the same one. The number is EX_CONFIG of sysexits.h.
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
