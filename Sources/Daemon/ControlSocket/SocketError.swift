import Glibc

/// An error of the control socket.
public struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
    public var attempt: String
    public var path: String
    /// The errno.
    public var code: Int32
    /// The other user whose socket it is; nil: this user's, or it does not matter.
    package var owner: UInt32?
    /// The advice for this machine; nil if there is none beyond the general remedy.
    private var advice: String?

    /// The attempt of a client.
    package static let reaching = "reach"

    package init(attempt: String, _ path: String, _ code: Int32, owner: UInt32? = nil) {
        self.attempt = attempt
        self.path = path
        self.code = code
        self.owner = owner
    }

    /// The same error, with what the surroundings tell about it.
    package func advised(_ advice: SocketAdvice = .present) -> SocketError {
        var error = self
        error.advice = advice.words(for: self)
        return error
    }

    public var description: String { "cannot \(attempt) the socket \(path): \(answer). \(advice ?? remedy)" }

    private var answer: String {
        guard let owner else { return String(cString: strerror(code)).lowercased() }
        return "it belongs to another user, \(Self.name(of: owner))"
    }

    private var remedy: String {
        switch code {
        case _ where owner != nil && attempt == Self.reaching:
            "That user would get what is sent, and could answer anything. Name the socket of \"tapfocus run\" with "
                + "--socket, or set XDG_RUNTIME_DIR to a folder of your own, for \"tapfocus run\", too."
        case _ where owner != nil:
            "Choose another path (--socket), or set XDG_RUNTIME_DIR to a folder of your own, for the programs that talk "
                + "to it, too."
        case ENOENT where attempt == Self.reaching, ECONNREFUSED:
            "Start \"tapfocus run\", or name its socket with --socket."
        case EACCES, EPERM: "Use the user or the group that \"tapfocus run\" runs as, or another path (--socket)."
        case EADDRINUSE: "Another \"tapfocus run\" is listening there: end it, or choose another path (--socket)."
        case EEXIST: "Something else is there that is no socket: choose another path (--socket)."
        case ENAMETOOLONG: "A socket's path has 1 to 107 bytes: choose another (--socket)."
        case ENOENT: "The folder must exist: choose another path (--socket)."
        default: "Choose another path (--socket)."
        }
    }

    /// The user's name and number; the number alone where it has no name.
    private static func name(of user: UInt32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard getpwuid_r(user, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return "\(user)" }
            return "\(String(cString: name)) (\(user))"
        }
    }
}
