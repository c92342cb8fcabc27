import Foundation

/// Reads a file line by line, in constant memory for a file of any length.
final class LineReader {
    struct Line {
        /// The line's number, from 1.
        var number: Int
        /// The line's bytes without the line feed, valid until the next call. The byte after them is readable and no
        /// digit.
        var bytes: UnsafeRawBufferPointer
        /// True when a line feed ended the line. Only the last line of a file may lack it.
        var isComplete: Bool
        /// True when the line exceeds `longestLine`. `bytes` is then its beginning, and the next line is the rest.
        var isTooLong = false
    }

    /// The longest line, in bytes. Ours are far shorter: a camera's description has some 2 KiB.
    static let longestLine = 1 << 20

    private let descriptor: Int32
    private let path: String
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    private var number = 0

    init(path: String) throws(TraceFileError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TraceFileError(attempt: "open the trace", path: path, code: errno) }
        // One byte more, so that a byte that is no digit always follows the last line.
        buffer = .allocate(byteCount: Self.longestLine + 1, alignment: 16)
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// The next line; nil at the end of the file.
    /// - Throws: `TraceFileError` with the system's errno.
    func next() throws(TraceFileError) -> Line? {
        var searched = start
        while true {
            if let base = buffer.baseAddress, searched < end, let feed = memchr(base + searched, 0x0a, end - searched) {
                let length = UnsafeRawPointer(feed) - UnsafeRawPointer(base) - start
                return take(length, isComplete: true)
            }
            searched = end
            if isAtEnd { return start < end ? take(end - start, isComplete: false) : nil }
            if end - start == Self.longestLine {
                var beginning = take(end - start, isComplete: false)
                beginning.isTooLong = true
                return beginning
            }
            let moved = start
            try fill()
            searched -= moved
        }
    }

    private func take(_ length: Int, isComplete: Bool) -> Line {
        number += 1
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<start + length])
        start += length + (isComplete ? 1 : 0)
        return Line(number: number, bytes: bytes, isComplete: isComplete)
    }

    /// Moves the unread bytes to the front and reads more behind them.
    private func fill() throws(TraceFileError) {
        guard let base = buffer.baseAddress else { return }
        memmove(base, base + start, end - start)
        end -= start
        start = 0
        while true {
            let count = read(descriptor, base + end, Self.longestLine - end)
            if count > 0 { end += count }
            if count == 0 { isAtEnd = true }
            guard count < 0 else { break }
            guard errno == EINTR else { throw TraceFileError(attempt: "read the trace", path: path, code: errno) }
        }
        buffer[end] = 0
    }
}
