import Glibc

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

extension Option {
    static let output = Option(
        name: "output", value: "FILE", help: "the file to write, complete or not at all; an existing one is replaced",
        letter: "o", need: .required)
}
