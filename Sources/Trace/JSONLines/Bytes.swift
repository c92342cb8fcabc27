extension UnsafeRawBufferPointer {
    /// JSON without white space, for a file that a person or another program has reformatted.
    package var withoutSpace: [UInt8] {
        var isInString = false
        return filter { byte in
            if byte == UInt8(ascii: "\"") { isInString.toggle() }
            return isInString || (byte != 0x20 && byte != 0x09 && byte != 0x0d)
        }
    }

    /// True if both hold the same bytes. Eight at a time, because replay compares every effect.
    @inlinable
    package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index + 8 <= count {
            let mine = loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard mine == other.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
            index += 8
        }
        while index < count {
            guard self[index] == other[index] else { return false }
            index += 1
        }
        return true
    }
}
