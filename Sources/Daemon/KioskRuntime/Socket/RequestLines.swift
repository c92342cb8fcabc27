import KioskLines
import RequestNames

/// Divides what a client sends into lines. Nothing is kept of a line that is too long.
struct RequestLines {
    enum Line: Equatable {
        /// Without its line feed.
        case whole(ArraySlice<UInt8>)
        /// A line that is longer than a request may be; returned once for each such line.
        case tooLong
    }

    private var received: [UInt8] = []
    /// The number of bytes that were returned already.
    private var start = 0
    /// True while the rest of a line that was too long is discarded.
    private var isSkipping = false

    mutating func append(_ bytes: some Sequence<UInt8>) { received.append(contentsOf: bytes) }

    /// The next line that holds more than space; nil when the rest is no whole line yet.
    mutating func next() -> Line? {
        while let feed = received[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = received[start..<feed]
            start = feed + 1
            if isSkipping {
                isSkipping = false
            } else if let line = Self.judged(line) {
                return line
            }
        }
        received.removeFirst(start)
        start = 0
        guard received.count > RequestName.longestLine else { return nil }
        received.removeAll()
        defer { isSkipping = true }
        return isSkipping ? nil : .tooLong
    }

    /// The connection ends: the rest is its last line.
    mutating func last() -> Line? {
        let line = isSkipping ? [] : received[start...]
        received.removeAll()
        (start, isSkipping) = (0, false)
        return Self.judged(line)
    }

    private static func judged(_ line: ArraySlice<UInt8>) -> Line? {
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) else { return nil }
        return line.count > RequestName.longestLine ? .tooLong : .whole(line)
    }
}
