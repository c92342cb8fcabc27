import Glibc

/// The log of events, one JSON object a line, written at once: a test that reads it must not wait for a buffer to fill.
final class EventLog {
    private let file: FileDescriptor?

    /// - Parameter path: nil for no log, `-` for standard output. An existing file is emptied.
    init(path: String?) throws {
        switch path {
        case nil: file = nil
        case "-": file = FileDescriptor(owning: dup(STDOUT_FILENO))
        case let path?:
            let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
            guard number >= 0 else { throw Failure.system("write the log \(path)") }
            file = FileDescriptor(owning: number)
        }
    }

    func write(_ event: String, at time: Nanoseconds = Clock.now(), _ members: [(String, JSON)] = []) {
        let line = JSON.object([("time", .integer(time)), ("event", .string(event))] + members).text + "\n"
        file?.write(Array(line.utf8))
    }
}
