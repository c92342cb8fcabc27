/// A camera's MJPEG frame as a photo: the same bytes, without padding behind the end, and with the Huffman tables that every viewer needs.
public enum JPEGPhoto {
    public enum Verdict: Equatable {
        /// The file.
        case whole([UInt8], width: Int, height: Int)
        /// The frame is damaged, or no JPEG frame of the kind that cameras send.
        case damaged
    }

    /// The longest frame, in bytes; 64 MiB.
    public static let longest = 1 << 26

    /// Makes a photo of a frame. Any bytes may come in.
    public static func photo(of bytes: UnsafeRawBufferPointer) -> Verdict {
        guard bytes.count <= longest, let layout = JPEGLayout(bytes), let scan = JPEGScan(layout, bytes),
            let end = scan.end(in: bytes)
        else { return .damaged }
        guard isAtEnd(bytes, end) else { return .damaged }
        let segment = layout.hasTables ? [] : StandardTables.segment
        var file: [UInt8] = []
        file.reserveCapacity(end + segment.count + 2)
        file.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<layout.scan]))
        file.append(contentsOf: segment)
        file.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[layout.scan..<end]))
        file.append(0xff)
        file.append(0xd9)
        return .whole(file, width: layout.width, height: layout.height)
    }

    /// The Huffman tables that a frame lacks, and the offset at which they belong into it. Nil: it has its own, or it is no frame of the
    /// kind that cameras send. Only the markers are looked at. Any bytes may come in.
    public static func missingTables(in bytes: UnsafeRawBufferPointer) -> (offset: Int, segment: [UInt8])? {
        guard let layout = JPEGLayout(bytes), !layout.hasTables else { return nil }
        return (layout.scan, StandardTables.segment)
    }

    /// True if the frame ends behind its last block: with EOI, with the end of the bytes, or with padding. Some cameras send no EOI.
    private static func isAtEnd(_ bytes: UnsafeRawBufferPointer, _ end: Int) -> Bool {
        guard end < bytes.count else { return true }
        var bits = ScanBits(bytes, from: end)
        if let marker = bits.marker() { return marker == 0xd9 }
        return bytes[end...].allSatisfy { $0 == 0 || $0 == 0xff }
    }
}
