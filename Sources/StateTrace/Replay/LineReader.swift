import Foundation
import TraceLines

/// Reads a file line by line, in constant memory for a file of any length.
package final class LineReader {
    private let descriptor: Int32
    private let path: String
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    private var number = 0
    private let isGrowing: Bool
    /// The place of the next line in the file, in bytes.
    private(set) var offset: Int
    private let kind: String
    /// Some editors begin a file of UTF-8 with it.
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// - Parameters:
    ///   - isGrowing: true if more may be written to the file. The end is then looked up each time, and a line
    ///     counts only once its line feed is there.
    ///   - offset: the place of the first line to read, in bytes. It has the number 1.
    ///   - kind: the kind of file, in errors.
    package init(
        path: String, isGrowing: Bool = false, from offset: Int = 0, kind: String = "trace"
    ) throws(TraceFileError) {
        self.offset = offset
        self.path = path
        self.isGrowing = isGrowing
        self.kind = kind
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

    /// True if the file is now shorter than what was read of it: another program has emptied it.
    var hasShrunk: Bool {
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
            let count = read(descriptor, base + end, TraceLine.longest - end)
            if count > 0 { end += count }
            if count == 0 { isAtEnd = true }
            guard count < 0 else { break }
            guard errno == EINTR else { throw TraceFileError(attempt: "read the \(kind)", path: path, code: errno) }
        }
    }
}
