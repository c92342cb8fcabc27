import CSockets

/// A queue of bytes in memory of a fixed size, which it owns.
struct ByteQueue: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    /// Nil when there is no memory.
    init?(capacity: Int) {
        guard let base = tapfocus_allocate(capacity) else { return nil }
        memory = UnsafeMutableRawBufferPointer(start: base, count: capacity)
    }

    deinit { tapfocus_release(memory.baseAddress) }

    var isEmpty: Bool { start == end }
    var count: Int { end - start }
    /// The number of bytes that still fit.
    var room: Int { memory.count - count }

    /// The bytes that wait. They stay where they are until the next call of a mutating function.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    /// Adds bytes. Returns false, and adds nothing, when they do not fit.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= room else { return false }
        if bytes.count > memory.count - end { moveToFront() }
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
        end += bytes.count
        return true
    }

    /// The free memory behind the bytes that wait. Bytes that are put there count after `extend`.
    mutating func space() -> UnsafeMutableRawBufferPointer {
        moveToFront()
        return UnsafeMutableRawBufferPointer(rebasing: memory[end...])
    }

    /// Takes over bytes that were put into `space`.
    mutating func extend(by count: Int) { end += min(max(count, 0), memory.count - end) }

    mutating func removeFirst(_ count: Int) {
        start += min(max(count, 0), self.count)
        if isEmpty { removeAll() }
    }

    mutating func removeAll() { (start, end) = (0, 0) }

    private mutating func moveToFront() {
        guard start > 0 else { return }
        memory.copyMemory(from: bytes)
        (start, end) = (0, count)
    }
}
