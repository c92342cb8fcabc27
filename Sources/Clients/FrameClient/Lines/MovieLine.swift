import JSONLines

/// A line of this client about a movie, for `tapfocus run`.
enum MovieLine {
    /// A wish for one: `seconds` is its longest duration, 0: no limit; it ends when less than `keepFree` is free, in bytes.
    case record(String, seconds: Double, keepFree: Int64, id: UInt64)
    /// A wish for its end.
    case end(id: UInt64)
    /// It is being recorded.
    case begun(UInt32, path: String)
    /// It has ended, or could not begin.
    case ended(UInt32, reason: String, message: String, seconds: Double, dropped: Int64)

    func write(to line: inout JSONLine) {
        switch self {
        case .record(let path, let seconds, let keepFree, let id):
            line.begin("movie")
            line.text("path", path)
            line.number("seconds", seconds)
            line.integer("keepFree", keepFree)
            if id > 0 { line.integer("id", id) }
        case .end(let id):
            line.begin("end-movie")
            if id > 0 { line.integer("id", id) }
        case .begun(let movie, let path):
            line.begin("movie-begun")
            line.integer("id", movie)
            line.text("path", path)
        case .ended(let movie, let reason, let message, let seconds, let dropped):
            line.begin("movie-ended")
            line.integer("id", movie)
            line.text("reason", reason)
            line.text("message", message)
            line.number("seconds", seconds)
            line.integer("dropped", dropped)
        }
        line.end()
    }
}
