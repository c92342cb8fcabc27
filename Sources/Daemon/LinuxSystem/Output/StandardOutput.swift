import Glibc

/// Standard output, where each command writes its results: either all of it is written, or an error is thrown.
public enum StandardOutput {
    /// Writes the text and a line feed, and waits for a slow reader.
    /// - Throws: `OutputError` if the rest can never be written.
    public static func writeLine(_ text: String) throws(OutputError) { try write(Array((text + "\n").utf8)) }

    /// Writes all bytes, and waits for a slow reader.
    /// - Parameter descriptor: another file than standard output, for tests and for terminals.
    /// - Throws: `OutputError` if the rest can never be written.
    public static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try writeOnce(rest, to: descriptor)
            rest = rest.dropFirst(count)
            // Another program that shares the terminal may have made it non-blocking.
            if count == 0 { _ = try isWritable(descriptor, timeout: -1) }
        }
    }

    /// Writes once, as many bytes as fit. Returns 0 if there is no room now.
    package static func writeOnce(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(OutputError) -> Int {
        do throws(SystemError) {
            return try Kernel.call("write") {
                bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
        } catch {
            guard error.code == EAGAIN else { throw OutputError(error.code) }
            return 0
        }
    }

    /// False if there is no room now.
    /// - Parameter timeout: in milliseconds; 0 does not wait, a negative number waits without a limit.
    /// - Throws: `OutputError` if nothing can be written any more.
    package static func isWritable(_ descriptor: Int32, timeout: Int32) throws(OutputError) -> Bool {
        let found = events(of: descriptor, wanted: POLLOUT, timeout: timeout)
        guard found != 0 else { return false }
        guard found & POLLNVAL == 0 else { throw OutputError(EBADF) }
        if found & POLLOUT != 0 { return true }
        // POLLERR means a full pipe whose reader has gone.
        throw OutputError(found & POLLERR != 0 ? EPIPE : EIO)
    }

    /// For a program that has nothing to write for a while.
    /// - Throws: `OutputError` if standard output is a pipe that nobody reads any more.
    public static func checkReader() throws(OutputError) {
        if hasLostReader(STDOUT_FILENO) { throw .readerGone }
    }

    /// True if standard output is a pipe that nobody reads any more.
    package static func hasLostReader(_ descriptor: Int32) -> Bool {
        // Without interests poll reports only errors. For files other than pipes an error may mean something else.
        isPipe(descriptor) && events(of: descriptor, wanted: 0, timeout: 0) & POLLERR != 0
    }

    /// 0 if there are none, or poll has failed.
    private static func events(of descriptor: Int32, wanted: Int32, timeout: Int32) -> Int32 {
        var polled = pollfd(fd: descriptor, events: Int16(wanted), revents: 0)
        let count = try? Kernel.call("poll") { poll(&polled, 1, timeout) }
        return (count ?? 0) > 0 ? Int32(polled.revents) : 0
    }

    package static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// True if the descriptor leads to systemd's journal.
    /// - Parameter stream: `$JOURNAL_STREAM`, "device:inode" in decimal (systemd.exec(5)).
    package static func isJournal(_ descriptor: Int32, stream: String?) -> Bool {
        var status = stat()
        guard let stream, fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}

/// Standard error, for people.
public enum StandardError {
    /// Writes a text and a line feed, without control characters; to systemd's journal as a warning. An error is ignored.
    public static func writeLine(_ text: String) {
        let stream = getenv("JOURNAL_STREAM").map { String(cString: $0) }
        let isJournal = StandardOutput.isJournal(STDERR_FILENO, stream: stream)
        let plain = PlainText.lines(text)
        let lines = isJournal ? JournalPrefix.put(JournalPrefix.warning, before: plain) : plain
        try? StandardOutput.write(Array((lines + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Preparations before the program opens its first file.
public enum StandardStreams {
    /// Turns the loss of a reader into an error of that write, and keeps a closed stream (`>&-`) unwritable: otherwise
    /// the next opened file, a camera or a trace, would get its number, and with it the text for standard output.
    public static func prepare() {
        // A reader that is gone and a limit on file sizes become errnos of a write; no signal may end the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
            // The kernel assigns the lowest free number: this one. Opened read-only, so that a write answers EBADF.
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
