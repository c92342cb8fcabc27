import Glibc

/// The system could not read or write a trace.
public struct TraceFileError: Error, Equatable, CustomStringConvertible {
    public var attempt: String
    public var path: String
    /// The system's errno.
    public var code: Int32

    public init(attempt: String, path: String, code: Int32) {
        self.attempt = attempt
        self.path = path
        self.code = code
    }

    public var description: String { "cannot \(attempt) \(path): \(answer). \(remedy)" }

    private var answer: String {
        switch code {
        case EWOULDBLOCK: "another program is writing it"
        case ENOMSG: "it is another kind of file: it does not begin as a trace does"
        case ENXIO, EPIPE: "nobody reads it"
        default: String(cString: strerror(code))
        }
    }

    private var hasFolder: Bool {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        return access(String(folder), F_OK) == 0
    }

    private var remedy: String {
        switch code {
        case EWOULDBLOCK: "End that program, often another \"tapfocus run\", or choose another file."
        case ENOENT: hasFolder ? "Check the name; its folder exists." : "Check the path; the folder must exist."
        case ENOMSG: "Choose a new file, or one that holds a trace."
        case EACCES, EPERM, EROFS: "Choose a place that this user may write, or another user."
        case ENOSPC, EDQUOT: "Make room on the disk."
        case EISDIR: "Name a file, not a folder."
        case EFBIG: "Begin a new file, or raise the limit on the size of files (ulimit -f)."
        case ENXIO, EPIPE: "Start its reader first, or name a file."
        default: "Choose another place."
        }
    }
}
