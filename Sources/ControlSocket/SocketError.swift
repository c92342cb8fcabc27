import Glibc

/// An error of the control socket.
public struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
    public var attempt: String
    public var path: String
    /// The errno.
    public var code: Int32

    package init(attempt: String, _ path: String, _ code: Int32) {
        self.attempt = attempt
        self.path = path
        self.code = code
    }

    public var description: String {
        "cannot \(attempt) the socket \(path): \(String(cString: strerror(code)).lowercased()). \(remedy)"
    }

    private var remedy: String {
        switch code {
        case ENOENT where attempt == "reach", ECONNREFUSED: "Start \"tapfocus run\", or name its socket with --socket."
        case EACCES, EPERM: "Use the user or the group that \"tapfocus run\" runs as, or another path (--socket)."
        case EADDRINUSE: "Another \"tapfocus run\" is listening there: end it, or choose another path (--socket)."
        case EEXIST: "Something else is there that is no socket: choose another path (--socket)."
        case ENAMETOOLONG: "A socket's path has 1 to 107 bytes: choose another (--socket)."
        case ENOENT: "The folder must exist: choose another path (--socket)."
        default: "Choose another path (--socket)."
        }
    }
}
