import TraceLines

/// The one event that this client makes by itself instead of reading it from `tapfocus run`.
extension JSONLine {
    /// An `error`, without a line feed: the socket at the path of `tapfocus run` belongs to another user.
    /// - Parameter now: µs of CLOCK_MONOTONIC.
    mutating func stranger(_ user: UInt32, at path: String, _ now: Int64) {
        removeAll()
        open("{")
        word("event", "error")
        integer("time", now * 1000)
        text(
            "message",
            "cannot reach the socket \(path): it belongs to another user, \(user). That user would get what is sent, and "
                + "could answer anything. Name the socket of \"tapfocus run\", or set XDG_RUNTIME_DIR to a folder of your "
                + "own, for \"tapfocus run\", too.")
        close("}")
    }
}
