import Glibc

/// Reads a file line by line, in constant memory for a file of any length.
package final class LineReader {
    /// The system call that reads; tests replace it.
    package typealias Read = (Int32, UnsafeMutableRawPointer, Int) -> Int

    private let descriptor: Int32
    private let file: (kind: String, path: String)
    private let readBytes: Read
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    private var number = 0
    private let isGrowing: Bool
    /// The places of the first line that is read, and of the next one, in bytes.
    private let firstOffset: Int
    private(set) var offset: Int
    /// Some editors begin a file of UTF-8 with it.
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// - Parameters:
    ///   - isGrowing: true if more may be written to the file. The end is then looked up each time, and a line
    ///     counts only once its line feed is there.
    ///   - offset: the place of the first line to read, in bytes. It has the number 1.
    ///   - kind: the kind of file, in errors.
    package init(
        path: String, isGrowing: Bool = false, from offset: Int = 0, kind: String = "trace",
        read: @escaping Read = { Glibc.read($0, $1, $2) }
    ) throws(TraceFileError) {
        self.offset = offset
        firstOffset = offset
        readBytes = read
        file = (kind, path)
        self.isGrowing = isGrowing
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TraceFileError(attempt: "open the \(kind)", path: path, code: errno) }
        buffer = .allocate(byteCount: TraceLine.longest, alignment: 16)
        if offset > 0, lseek(descriptor, off_t(offset), SEEK_SET) < 0 {
            throw TraceFileError(attempt: "read the \(kind)", path: path, code: errno)
        }
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// The next line, whose bytes are valid until the next call; nil at the end of the file, or of what is there so far.
    /// - Throws: `TraceFileError` with the system's errno.
    package func next() throws(TraceFileError) -> TraceLine? {
        var searched = start
        while true {
            if let base = buffer.baseAddress, searched < end, let feed = memchr(base + searched, 0x0a, end - searched) {
                let length = UnsafeRawPointer(feed) - UnsafeRawPointer(base) - start
                return removeLine(length, isComplete: true)
            }
            searched = end
            if isAtEnd, isGrowing {
                isAtEnd = false
                return nil
            }
            if isAtEnd { return start < end ? removeLine(end - start, isComplete: false) : nil }
            if end - start == TraceLine.longest {
                var beginning = removeLine(end - start, isComplete: false)
                beginning.isTooLong = true
                return beginning
            }
            let moved = start
            try fill()
            searched -= moved
        }
    }

    /// The next line; nil at the end, and where nothing more can be read, with the reason.
    /// - Throws: `TraceFileError` if not even the first line can be read.
    func next(_ fault: inout ReplayReport.Fault?) throws(TraceFileError) -> TraceLine? {
        do throws(TraceFileError) {
            if let line = try next() { return line }
            guard isGrowing, hasShrunk else { return nil }
            fail(&fault, "more of the file; another program has made it shorter")
        } catch {
            guard number > 0 else { throw error }
            fail(&fault, "a line that can be read; the system answered: \(String(cString: strerror(error.code)))")
        }
        return nil
    }

    private func fail(_ fault: inout ReplayReport.Fault?, _ expected: String) {
        fault = ReplayReport.Fault(line: number + 1, column: 0, expected: expected)
    }

    /// True if the file is now shorter than what was read of it: another program has emptied it.
    private var hasShrunk: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return status.st_size < lseek(descriptor, 0, SEEK_CUR)
    }

    private func removeLine(_ length: Int, isComplete: Bool) -> TraceLine {
        let isFirst = offset == 0
        number += 1
        var bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<start + length])
        if isFirst, bytes.starts(with: Self.byteOrderMark) { bytes = .init(rebasing: bytes.dropFirst(3)) }
        start += length + (isComplete ? 1 : 0)
        offset += length + (isComplete ? 1 : 0)
        return TraceLine(number: number, bytes: bytes, isComplete: isComplete)
    }

    /// Moves the unread bytes to the front and reads more behind them.
    private func fill() throws(TraceFileError) {
        guard let base = buffer.baseAddress else { return }
        memmove(base, base + start, end - start)
        end -= start
        start = 0
        while true {
            let count = readBytes(descriptor, base + end, TraceLine.longest - end)
            if count > 0 { end += count }
            if count == 0 { isAtEnd = true }
            guard count < 0 else { break }
            guard errno == EINTR else {
                throw TraceFileError(attempt: "read the \(file.kind)", path: file.path, code: errno)
            }
        }
    }

    /// The number of lines before the first that is read: the line feeds there, of the part that can be read. They are counted
    /// only if somebody needs the number of a line.
    private(set) lazy var linesBefore = firstOffset > 0 ? countLinesBefore() : 0

    private func countLinesBefore() -> Int {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var part = [UInt8](repeating: 0, count: 1 << 20)
        var place = 0
        var lines = 0
        while place < firstOffset {
            let count = pread(descriptor, &part, min(part.count, firstOffset - place), off_t(place))
            guard count > 0 else { break }
            for index in 0..<count where part[index] == 0x0a { lines &+= 1 }
            place += count
        }
        return lines
    }
}
