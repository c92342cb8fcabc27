/// How the program ends.
enum ExitCode: Int32 {
    case fine = 0
    case failed = 1
    case wrongUsage = 2
    case replayDiverged = 3
    /// Nobody reads standard output any more: what a shell reports of a program that SIGPIPE has ended.
    case readerGone = 141
}

/// The command line makes no sense: a sentence that says what does.
struct UsageError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
