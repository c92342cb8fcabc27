/// A tag that changes with a file's content. A browser that names it again gets "not modified" in place of the file.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    private let value: UInt64
    private let length: Int

    /// FNV-1a of 64 bits (draft-eastlake-fnv) and the length: a chance of 2^-64 that a changed page goes unnoticed.
    public init(of content: UnsafeRawBufferPointer) {
        var value: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in content { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        self.value = value
        length = content.count
    }

    /// In its quotes, as the header has it.
    public var description: String { "\"\(String(value, radix: 16))-\(String(length, radix: 16))\"" }

    /// True if the value of an If-None-Match header names this tag (RFC 9110, section 13.1.2): weakly, as it says.
    public func isIn(_ header: String?) -> Bool {
        guard let header else { return false }
        let own = Array(description.utf8)
        for field in header.utf8.split(separator: UInt8(ascii: ",")) {
            var tag = field.drop { $0 == 0x20 || $0 == 0x09 }
            while let last = tag.last, last == 0x20 || last == 0x09 { tag.removeLast() }
            if tag.starts(with: Array("W/".utf8)) { tag = tag.dropFirst(2) }
            if tag.elementsEqual(own) || tag.elementsEqual(Array("*".utf8)) { return true }
        }
        return false
    }
}
