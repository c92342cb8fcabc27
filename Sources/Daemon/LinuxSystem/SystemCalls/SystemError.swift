import CLinux
import Glibc

/// An errno, with its name and its meaning.
public struct SystemError: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
    /// The number, positive.
    public var code: Int32

    public init(_ code: Int32) { self.code = code }

    /// Its symbol, for example "EACCES"; "errno 4711" for a number that the C library does not know.
    public var name: String {
        guard let name = strerrorname_np(code) else { return "errno \(code)" }
        return String(cString: name)
    }

    /// Its meaning in the C library's words, for example "Permission denied".
    public var explanation: String {
        guard let explanation = strerrordesc_np(code) else { return "Unknown error \(code)" }
        return String(cString: explanation)
    }

    public var description: String { "\(name) (\(explanation))" }

    /// The calling thread's errno.
    package static var current: SystemError { SystemError(Glibc.errno) }
}
