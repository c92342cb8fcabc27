import Glibc

/// A file that appears under its name only when it is complete. Until then it has no name, so that nothing is left of it if the program is
/// interrupted. A file that has the name already is replaced at once; the new one has its mode, and its owner as far as the system permits.
///
/// A device, a pipe or a FIFO that has the name is written directly. A symbolic link stays, and the file to which it leads is replaced.
public final class NewFile {
    public let path: String
    /// The path without a symbolic link at its end.
    private let target: String
    private let descriptor: Int32
    private let temporary: Temporary
    private var waiting: [UInt8] = []

    private static let bufferSize = 1 << 16
    /// O_TMPFILE of asm-generic/fcntl.h, which Swift does not import: it is two flags.
    private static let namelessFlags = 0o20_000_000 | O_DIRECTORY

    private enum Temporary {
        /// The path itself is written.
        case none
        /// A file without a name (O_TMPFILE).
        case nameless
        /// A file beside the path, where the file system has no nameless ones.
        case named(String)
    }

    /// - Parameters:
    ///   - path: the file's name.
    ///   - sources: the files from which it is made. Only users who may read all of them may read this one.
    /// - Throws: `TraceFileError`
    public init(path: String, from sources: [String] = []) throws(TraceFileError) {
        self.path = path
        let mode = Self.mode(from: sources)
        var status = stat()
        let isOther = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        let resolved = isLink ? Self.resolved(path) : path
        target = resolved ?? path
        if isOther || resolved == nil {
            // A link may lead to a file without a name (/dev/stdout).
            temporary = .none
            descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | (isOther ? 0 : O_CREAT), mode)
        } else {
            let nameless = open(Self.folder(of: target), Self.namelessFlags | O_WRONLY | O_CLOEXEC, mode)
            if nameless >= 0 {
                temporary = .nameless
                descriptor = nameless
            } else {
                let name = Self.neighbour(of: target)
                temporary = .named(name)
                descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
            }
        }
        guard descriptor >= 0 else { throw TraceFileError(attempt: "create", path: path, code: errno) }
    }

    deinit {
        close(descriptor)
        if case .named(let name) = temporary { unlink(name) }
    }

    /// Writes a whole file at once.
    public static func write(_ bytes: [UInt8], to path: String, from sources: [String] = []) throws(TraceFileError) {
        let file = try NewFile(path: path, from: sources)
        try file.write(bytes)
        try file.finish()
    }

    /// Adds bytes.
    public func write(_ bytes: some Collection<UInt8>) throws(TraceFileError) {
        waiting.append(contentsOf: bytes)
        if waiting.count >= Self.bufferSize { try flush() }
    }

    /// Completes the file, and gives it its name. Nothing can be written afterwards.
    public func finish() throws(TraceFileError) {
        try flush()
        takeOver()
        try store()
        switch temporary {
        case .none: return
        case .named(let name): try give(name)
        case .nameless:
            let name = Self.neighbour(of: target)
            // The one way to name such a file that needs no privilege (open(2)).
            guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
                throw TraceFileError(attempt: "create", path: path, code: errno)
            }
            try give(name)
        }
    }

    /// The permissions of the file that is replaced. What its group may do is meant for that group alone.
    private func takeOver() {
        if case .none = temporary { return }
        var old = stat()
        guard lstat(target, &old) == 0, old.st_mode & S_IFMT == S_IFREG else { return }
        let keepsOwner = fchown(descriptor, old.st_uid, old.st_gid) == 0
        let keepsGroup = keepsOwner || fchown(descriptor, uid_t.max, old.st_gid) == 0
        let mode = old.st_mode & 0o777
        fchmod(descriptor, keepsGroup ? mode : mode & 0o707 | (mode & 0o7) << 3 & mode)
    }

    /// Otherwise a power cut after the renaming could leave the name with nothing behind it.
    private func store() throws(TraceFileError) {
        if case .none = temporary { return }
        guard fsync(descriptor) == 0 else { throw TraceFileError(attempt: "write", path: path, code: errno) }
    }

    private func give(_ name: String) throws(TraceFileError) {
        guard rename(name, target) != 0 else { return }
        let code = errno
        unlink(name)
        throw TraceFileError(attempt: "create", path: path, code: code)
    }

    private func flush() throws(TraceFileError) {
        defer { waiting.removeAll(keepingCapacity: true) }
        var offset = 0
        while offset < waiting.count {
            let written = waiting.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Glibc.write(descriptor, $0 + offset, bytes.count - offset) } ?? 0
            }
            if written >= 0 {
                offset += written
            } else if errno != EINTR {
                throw TraceFileError(attempt: "write", path: path, code: errno)
            }
        }
    }

    private static func mode(from sources: [String]) -> mode_t {
        sources.reduce(0o644) { mode, source in
            var status = stat()
            // The owner could not replace it otherwise.
            return stat(source, &status) == 0 ? mode & status.st_mode | 0o600 : mode
        }
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return String(path[...slash])
    }

    /// A name in the same folder, because a file cannot be renamed into another file system.
    private static func neighbour(of path: String) -> String {
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        return "\(folder(of: path))/.\(name.prefix(100)).\(getpid())-\(UInt32.random(in: 0 ... .max))"
    }
}
