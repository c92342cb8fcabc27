/// Divides the received bytes into lines. A line that is longer than `longestLine` is skipped, up to its end.
struct IncomingLines: ~Copyable {
    /// In bytes, without the line feed; 64 KiB.
    static let longestLine = 65_536

    private var queue: ByteQueue
    /// The number of bytes that hold no line feed.
    private var searched = 0
    /// The number of bytes of the line that was returned last. It stays in the queue until the next one is asked for.
    private var returned = 0
    private var isSkipping = false

    /// Nil when there is no memory.
    init?() {
        guard let queue = ByteQueue(capacity: Self.longestLine + 1) else { return nil }
        self.queue = queue
    }

    /// The memory to receive bytes in. Never empty after `next` has returned nil.
    mutating func space() -> UnsafeMutableRawBufferPointer { queue.space() }

    mutating func extend(by count: Int) { queue.extend(by: count) }

    /// The next whole line without its line feed, valid until the next call; nil when there is none.
    mutating func next() -> UnsafeRawBufferPointer? {
        queue.removeFirst(returned)
        returned = 0
        while let feed = queue.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            searched = 0
            guard isSkipping else {
                returned = feed + 1
                return UnsafeRawBufferPointer(rebasing: queue.bytes[..<feed])
            }
            isSkipping = false
            queue.removeFirst(feed + 1)
        }
        searched = queue.count
        if queue.room == 0 { isSkipping = true }
        if isSkipping { removeBytes() }
        return nil
    }

    /// Forgets everything: another connection has begun.
    mutating func removeAll() {
        removeBytes()
        isSkipping = false
    }

    private mutating func removeBytes() {
        queue.removeAll()
        (searched, returned) = (0, 0)
    }
}
