import CTapFocus
import TraceLines

/// The memory of an event's message, which is valid until the next event.
struct EventText: ~Copyable {
    private var queue: ByteQueue

    /// In bytes, without the terminating 0.
    private static let longest = 1023

    /// Nil when there is no memory.
    init?() {
        guard let queue = ByteQueue(capacity: Self.longest + 1) else { return nil }
        self.queue = queue
    }

    /// Keeps a text as a C string, as much of it as fits. It ends at a whole character, and before a 0.
    mutating func keep(_ text: String) -> UnsafePointer<CChar>? {
        let memory = queue.space()
        var count = 0
        var characterStart = 0
        for byte in text.utf8 {
            // 10xxxxxx continues a character.
            if byte & 0xc0 != 0x80 { characterStart = count }
            guard byte != 0 else { break }
            guard count < Self.longest else {
                count = characterStart
                break
            }
            memory[count] = byte
            count += 1
        }
        memory[count] = 0
        return UnsafeRawPointer(memory.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }
}

extension tapfocus_event {
    /// - Parameter text: every member is empty; the line is followed by a 0.
    mutating func fill(_ kind: EventKind, _ line: UnsafeRawBufferPointer, _ text: inout EventText) {
        self.kind = Int32(kind.rawValue)
        guard let base = line.baseAddress, !line.isEmpty else { return }
        self.line = base.assumingMemoryBound(to: CChar.self)
        let details = EventDetails(kind, line)
        if let point = details.point { (has_point, x, y) = (1, point.x, point.y) }
        id = details.id
        measures = details.measures ? 1 : 0
        withUnsafeMutableBytes(of: &state) { Self.copy(details.state, to: $0) }
        withUnsafeMutableBytes(of: &focus) { Self.copy(details.focus, to: $0) }
        withUnsafeMutableBytes(of: &exposure) { Self.copy(details.exposure, to: $0) }
        if let message = details.message { self.message = text.keep(message) }
    }

    /// Copies a word, and leaves the last byte 0. A word that is too long is unknown, and is left out.
    private static func copy(_ word: JSONScanner.Key?, to memory: UnsafeMutableRawBufferPointer) {
        guard let bytes = word?.bytes, bytes.count < memory.count else { return }
        memory.copyMemory(from: bytes)
    }
}
