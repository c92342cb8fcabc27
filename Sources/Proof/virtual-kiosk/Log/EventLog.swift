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
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
            file = try FileDescriptor.open(path, flags: flags, attempt: "write the log \(path)")
        }
    }

    func write(_ event: String, at time: Nanoseconds = Clock.now(), _ members: [(String, JSON)] = []) {
        let line = JSON.object([("time", .integer(time)), ("event", .string(event))] + members).text + "\n"
        file?.write(Array(line.utf8))
    }
}
