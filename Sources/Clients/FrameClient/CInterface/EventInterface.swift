import CTapFocus
import JSONLines

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
    /// Fills in what a program gets without reading JSON itself; fields that are not as they should be are left out.
    /// - Parameter text: every member is empty; the line is followed by a 0.
    mutating func fill(_ kind: EventKind, _ line: UnsafeRawBufferPointer, _ text: inout EventText) {
        self.kind = Int32(kind.rawValue)
        guard let base = line.baseAddress, !line.isEmpty else { return }
        self.line = base.assumingMemoryBound(to: CChar.self)
        var scanner = JSONScanner(line)
        // Only whole JSON becomes an event. If it is damaged all the same, the fields before the damage count.
        try? scanner.object { (scanner, key) throws(JSONFault) in
            let start = scanner
            do throws(JSONFault) {
                try read(kind, key, &scanner, &text)
            } catch {
                // A value of another type than expected.
                scanner = start
                try scanner.skip()
            }
        }
    }

    private mutating func read(
        _ kind: EventKind, _ key: JSONScanner.Key, _ scanner: inout JSONScanner, _ text: inout EventText
    ) throws(JSONFault) {
        if key == "id" {
            id = try scanner.integer()
        } else if kind == .held, key == "measures" {
            measures = try scanner.boolean() ? 1 : 0
        } else if kind == .state || kind == .movie, key == "state" {
            Self.copy(try scanner.text(), to: &state)
        } else if kind == .code, key == "type" {
            Self.copy(try scanner.text(), to: &state)
        } else if kind == .state, key == "point" {
            let point = try Self.point(&scanner)
            has_point = point == nil ? 0 : 1
            (x, y) = point ?? (0, 0)
        } else if kind.hasOutcomes, key == "focus" {
            Self.copy(try scanner.text(), to: &focus)
        } else if kind.hasOutcomes, key == "exposure" {
            Self.copy(try scanner.text(), to: &exposure)
        } else if let name = kind.messageKey, key == name {
            message = text.keep(try scanner.string())
        } else {
            try scanner.skip()
        }
    }

    private static func point(_ scanner: inout JSONScanner) throws(JSONFault) -> (x: Double, y: Double)? {
        if scanner.takeNull() { return nil }
        var x = Double.nan
        var y = Double.nan
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "x" {
                x = try scanner.number()
            } else if key == "y" {
                y = try scanner.number()
            } else {
                try scanner.skip()
            }
        }
        return x.isFinite && y.isFinite ? (x, y) : nil
    }

    /// Copies a word, and leaves the rest 0: the last byte at least. A word that is too long is unknown, and is left out.
    private static func copy<Place>(_ word: JSONScanner.Key, to place: inout Place) {
        withUnsafeMutableBytes(of: &place) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            if word.bytes.count < memory.count { memory.copyMemory(from: word.bytes) }
        }
    }
}
