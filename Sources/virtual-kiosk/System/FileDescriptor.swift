import Glibc

/// An open file that closes itself in `deinit`.
final class FileDescriptor {
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    static func open(_ path: String, flags: Int32, attempt: String, remedy: String = "") throws -> FileDescriptor {
        let number = Glibc.open(path, flags | O_CLOEXEC)
        guard number >= 0 else { throw Failure.system(attempt, remedy: remedy) }
        return FileDescriptor(owning: number)
    }

    /// The result of one `read`; nil at the end of the file, or if the other side is gone. An array is empty if the
    /// read was interrupted or found nothing.
    func read(upTo count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = Glibc.read(number, &bytes, count)
        if received < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        return received == 0 ? nil : Array(bytes[..<received])
    }

    /// Writes all of it; returns false if the other side is gone or accepts no more.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Writes a line to standard output. A reader that has gone ends the program like SIGPIPE, even if that is ignored.
    /// - Throws: `Failure` if it cannot be written.
    static func standardOutput(_ line: String) throws {
        guard FileDescriptor(owning: dup(STDOUT_FILENO)).write(Array((line + "\n").utf8)) else {
            if errno == EPIPE { exit(128 + SIGPIPE) }
            throw Failure.system("write to standard output", remedy: "Send it to a file or to /dev/null.")
        }
    }

    /// Replaces a standard stream that was closed (`>&-`) by a file that cannot be written. Otherwise the next opened
    /// file would get its number, and with it the text for standard output.
    static func keepStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
            _ = Glibc.open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    static func standardError(_ line: String) {
        FileDescriptor(owning: dup(STDERR_FILENO)).write(Array((line + "\n").utf8))
    }
}
