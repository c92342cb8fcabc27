import Foundation

/// Reads a file line by line, in constant memory whatever its length.
final class LineReader {
    struct Line {
        /// Counted from 1.
        var number: Int
        /// Without the line feed. Valid until the next call; the byte behind it can be read and is no digit.
        var bytes: UnsafeRawBufferPointer
        /// Whether a line feed ended it; only the last line of a file may lack one.
        var isComplete: Bool
        /// Whether it is longer than any of ours; its bytes are then its beginning, and the next line is the rest.
        var isTooLong = false
    }

    /// No line that we write comes near: a camera's description has some 2 KiB.
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
        // One byte more, so that something that is no digit always follows the last line.
        buffer = .allocate(byteCount: Self.longestLine + 1, alignment: 16)
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// The next line; nil at the end of the file.
    /// - Throws: what the system answered.
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

    /// Moves what is left to the front and reads on behind it.
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
