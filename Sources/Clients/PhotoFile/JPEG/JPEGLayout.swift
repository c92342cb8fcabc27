/// Where the parts of a JPEG frame are, from its markers. Only what cameras send is read: baseline, or extended with 8 bits; one scan with
/// all components.
public struct JPEGLayout: Equatable {
    struct Component: Equatable {
        var id: UInt8
        /// Blocks across and down in a unit of the scan, 1…4.
        var across: Int
        var down: Int
        /// The numbers of the Huffman tables, 0…3.
        var differences = 0
        var others = 0
    }

    /// In pixels.
    public private(set) var width = 0
    /// In pixels.
    public private(set) var height = 0
    /// True if the frame has Huffman tables of its own.
    public private(set) var hasTables = false
    /// The offset of the marker SOS.
    private(set) var scan = 0
    /// The offset of the coded data.
    private(set) var data = 0
    /// The number of units between two restart markers; 0: there are none.
    private(set) var restart = 0
    private(set) var components = InlineArray<4, Component>(repeating: Component(id: 0, across: 1, down: 1))
    private(set) var componentCount = 0
    /// The offsets of the segments DHT, without their markers and lengths, and of their ends.
    private(set) var tables = InlineArray<8, (start: Int, end: Int)>(repeating: (0, 0))
    private(set) var tableCount = 0

    /// Nil for bytes that are no such frame.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
        var offset = 2
        while true {
            guard let (marker, body) = Self.segment(bytes, &offset) else { return nil }
            let isRead =
                switch marker {
                case 0xc0, 0xc1: readFrame(bytes, body)
                case 0xc4: readTables(body)
                case 0xdd: readRestart(bytes, body)
                case 0xda: readScan(bytes, body)
                // Other ways of coding, and markers that have no place here.
                case 0xc2, 0xc3, 0xc5...0xcf, 0xd0...0xd9, 0xdc, 0x00, 0x01: false
                default: true
                }
            guard isRead else { return nil }
            if marker == 0xda {
                data = body.upperBound
                return
            }
            scan = offset
        }
    }

    /// The next marker with its segment.
    private static func segment(
        _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
    ) -> (marker: UInt8, body: Range<Int>)? {
        guard offset + 1 < bytes.count, bytes[offset] == 0xff else { return nil }
        while offset + 1 < bytes.count, bytes[offset + 1] == 0xff { offset += 1 }
        guard offset + 3 < bytes.count else { return nil }
        let length = number(bytes, offset + 2)
        let start = offset + 4
        let end = offset + 2 + length
        guard length >= 2, end <= bytes.count else { return nil }
        defer { offset = end }
        return (bytes[offset + 1], start..<end)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    private mutating func readFrame(_ bytes: UnsafeRawBufferPointer, _ body: Range<Int>) -> Bool {
        let start = body.lowerBound
        guard componentCount == 0, body.count >= 6, bytes[start] == 8 else { return false }
        height = Self.number(bytes, start + 1)
        width = Self.number(bytes, start + 3)
        let count = Int(bytes[start + 5])
        guard width > 0, height > 0, 1...4 ~= count, body.count == 6 + 3 * count else { return false }
        for index in 0..<count {
            let place = start + 6 + 3 * index
            let (across, down) = (Int(bytes[place + 1] >> 4), Int(bytes[place + 1] & 15))
            guard 1...4 ~= across, 1...4 ~= down else { return false }
            components[index] = Component(id: bytes[place], across: across, down: down)
        }
        componentCount = count
        return true
    }

    private mutating func readTables(_ body: Range<Int>) -> Bool {
        guard tableCount < 8 else { return false }
        tables[tableCount] = (body.lowerBound, body.upperBound)
        tableCount += 1
        hasTables = true
        return true
    }

    private mutating func readRestart(_ bytes: UnsafeRawBufferPointer, _ body: Range<Int>) -> Bool {
        guard body.count == 2 else { return false }
        restart = Self.number(bytes, body.lowerBound)
        return true
    }

    private mutating func readScan(_ bytes: UnsafeRawBufferPointer, _ body: Range<Int>) -> Bool {
        let start = body.lowerBound
        guard componentCount > 0, body.count == 4 + 2 * componentCount, Int(bytes[start]) == componentCount else {
            return false
        }
        for index in 0..<componentCount {
            let place = start + 1 + 2 * index
            let (differences, others) = (Int(bytes[place + 1] >> 4), Int(bytes[place + 1] & 15))
            guard bytes[place] == components[index].id, differences < 4, others < 4 else { return false }
            components[index].differences = differences
            components[index].others = others
        }
        return true
    }

    public static func == (left: JPEGLayout, right: JPEGLayout) -> Bool {
        left.width == right.width && left.height == right.height && left.scan == right.scan && left.data == right.data
            && left.restart == right.restart && left.hasTables == right.hasTables
    }
}
