import Glibc

/// A trace file, opened for appending. An existing trace gets another session; nothing is ever overwritten, and a file of another
/// kind is left alone.
public final class TraceFile {
    private var descriptor: Int32
    public let path: String

    /// Opens the file and locks it for this process until the object is released (flock), because two sessions that are
    /// written at once would mix their lines.
    /// - Throws: `TraceFileError` with the system's errno: EWOULDBLOCK if another process writes the file, ENXIO for a
    ///   FIFO without a reader (waiting for a reader could take for ever); ENOMSG for a file that is not empty and no trace.
    public init(path: String) throws(TraceFileError) {
        self.path = path
        // A FIFO is opened for writing only. A process that also has it open for reading is its own reader, and never
        // learns that the other reader has gone.
        let access = Self.isFIFO(path) ? O_WRONLY | O_NONBLOCK : O_RDWR | O_CREAT
        descriptor = open(path, access | O_APPEND | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw TraceFileError(attempt: "open the trace", path: path, code: errno) }
        do {
            try lock()
            try refuseForeignFile()
            try endTornLine()
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Hands the open file to the caller, who closes it. Nothing can be written here afterwards.
    public func takeDescriptor() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    /// Writes all bytes, or throws.
    public func write(_ bytes: borrowing [UInt8]) throws(TraceFileError) {
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + offset, $0.count - offset) }
            if written >= 0 {
                offset += written
            } else if errno == EAGAIN {
                waitForRoom()
            } else if errno != EINTR {
                throw TraceFileError(attempt: "write the trace", path: path, code: errno)
            }
        }
    }

    /// True for an ordinary file: nobody waits for what is written to it.
    public static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func isFIFO(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private func waitForRoom() {
        var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&file, 1, -1)
    }

    /// Locks the file. A file system without locks does not prevent recording.
    private func lock() throws(TraceFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw TraceFileError(attempt: "write the trace", path: path, code: EWOULDBLOCK)
    }

    /// Refuses a file that does not begin as a trace does: a session behind other lines could not be replayed, and the file would
    /// be spoilt.
    private func refuseForeignFile() throws(TraceFileError) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        // A power cut may leave zeros, or the first letters only: then a kiosk has to start again. An editor may have put a byte order
        // mark (EF BB BF) before them.
        let passedOver: [UInt8] = [0, UInt8(ascii: "\n"), 0xef, 0xbb, 0xbf]
        let beginning = bytes.prefix(max(count, 0)).drop { passedOver.contains($0) }
        let header = Array("{\"format\":\"\(TraceFormat.name)\"".utf8)
        guard !header.starts(with: beginning.prefix(header.count)) else { return }
        throw TraceFileError(attempt: "write the trace", path: path, code: ENOMSG)
    }

    /// Ends a line that a power cut has left unfinished, so that our first line does not continue it.
    private func endTornLine() throws(TraceFileError) {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size > 0 else { return }
        var last: UInt8 = 0
        guard pread(descriptor, &last, 1, size - 1) == 1, last != UInt8(ascii: "\n") else { return }
        try write([UInt8(ascii: "\n")])
    }
}
