import Glibc

/// An error of writing to standard output.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The errno.
    public var code: Int32

    public init(_ code: Int32) { self.code = code }

    package static let readerGone = OutputError(EPIPE)

    /// True if the reader of a pipe has gone (`| head -1`), which ends a program without a message.
    public var isReaderGone: Bool { code == EPIPE }

    public var description: String {
        let answer = code == EBADF ? "it is closed" : String(cString: strerror(code)).lowercased()
        return "cannot write to standard output: \(answer). \(remedy)"
    }

    private var remedy: String {
        switch code {
        case EBADF: "Leave it open, or send it to a file or to /dev/null."
        case ENOSPC, EDQUOT, EFBIG: "Make room there, or send it elsewhere."
        default: "Send it elsewhere."
        }
    }
}
