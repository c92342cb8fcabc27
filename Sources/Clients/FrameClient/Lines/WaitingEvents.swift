/// Events queued for the program. When the queue is full, its older half is dropped.
struct WaitingEvents: ~Copyable {
    /// In bytes: room for the longest line twice.
    static let capacity = 163_840

    private var queue: ByteQueue

    /// A record has one byte for its kind and four for the length of its line. The line ends with a 0, which the length leaves out.
    private static let headerSize = 5

    /// Nil when there is no memory.
    init?() {
        guard let queue = ByteQueue(capacity: Self.capacity) else { return nil }
        self.queue = queue
    }

    var isEmpty: Bool { queue.isEmpty }

    /// Adds an event.
    /// - Parameter line: at most `IncomingLines.longestLine` bytes.
    mutating func add(_ kind: EventKind, _ line: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0))
    {
        let size = Self.headerSize + line.count + 1
        if queue.room < size {
            while !queue.isEmpty, queue.room < Self.capacity / 2 { removeFirst() }
        }
        guard queue.room >= size else { return }
        withUnsafeBytes(of: kind.rawValue) { _ = queue.append($0) }
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: line.count)) { _ = queue.append($0) }
        _ = queue.append(line)
        withUnsafeBytes(of: 0 as UInt8) { _ = queue.append($0) }
    }

    /// Removes the oldest event. Its line is followed by a 0, and valid until the next event is added or removed.
    mutating func next() -> (kind: EventKind, line: UnsafeRawBufferPointer)? {
        guard let (kind, length) = first else { return nil }
        let line = UnsafeRawBufferPointer(rebasing: queue.bytes[Self.headerSize..<Self.headerSize + length])
        removeFirst()
        return (kind, line)
    }

    private mutating func removeFirst() {
        guard let (_, length) = first else { return }
        queue.removeFirst(Self.headerSize + length + 1)
    }

    private var first: (kind: EventKind, length: Int)? {
        let bytes = queue.bytes
        guard bytes.count > Self.headerSize, let kind = EventKind(rawValue: bytes[0]) else { return nil }
        return (kind, Int(bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
    }
}
