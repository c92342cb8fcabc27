/// Decodes the Huffman codes of a frame's scan, from the first block to the last, and not its pixels. A frame that was cut off, or has
/// lost packets on the bus, ends early, has data left over, or breaks a code. Bytes that were changed are seen only in part; the
/// checksums of USB do not let them through.
struct JPEGScan {
    private var differences = InlineArray<4, HuffmanTable?>(repeating: nil)
    private var others = InlineArray<4, HuffmanTable?>(repeating: nil)
    private let layout: JPEGLayout

    /// Nil if its tables cannot be read.
    init?(_ layout: JPEGLayout, _ bytes: UnsafeRawBufferPointer) {
        self.layout = layout
        guard layout.hasTables else {
            let segment = StandardTables.segment
            let isRead = segment.withUnsafeBytes { readTables($0, from: 4, to: $0.count) }
            guard isRead else { return nil }
            return
        }
        for index in 0..<layout.tableCount {
            let (start, end) = layout.tables[index]
            guard readTables(bytes, from: start, to: end) else { return nil }
        }
    }

    private mutating func readTables(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Bool {
        var offset = start
        while offset < end {
            let (kind, number) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
            offset += 1
            guard kind < 2, number < 4, let table = HuffmanTable(bytes, at: &offset, end: end) else { return false }
            if kind == 0 { differences[number] = table } else { others[number] = table }
        }
        return true
    }

    /// The offset behind the last block's data.
    /// - Returns: nil for a frame that is damaged.
    func end(in bytes: UnsafeRawBufferPointer) -> Int? {
        var bits = ScanBits(bytes, from: layout.data)
        var untilRestart = layout.restart
        var nextRestart: UInt8 = 0
        for unit in 0..<unitCount {
            if layout.restart > 0, unit > 0, untilRestart == 0 {
                guard bits.marker() == 0xd0 + nextRestart else { return nil }
                nextRestart = (nextRestart + 1) & 7
                untilRestart = layout.restart
            }
            guard readUnit(&bits) else { return nil }
            untilRestart -= 1
        }
        return bits.position
    }

    /// A scan of one component has blocks in rows as they are; one of several has them in units of the largest.
    private var unitCount: Int {
        var (across, down) = (1, 1)
        if layout.componentCount > 1 {
            for index in 0..<layout.componentCount {
                across = max(across, layout.components[index].across)
                down = max(down, layout.components[index].down)
            }
        }
        func units(_ length: Int, _ blocks: Int) -> Int { (length + 8 * blocks - 1) / (8 * blocks) }
        return units(layout.width, across) * units(layout.height, down)
    }

    private func readUnit(_ bits: inout ScanBits) -> Bool {
        for index in 0..<layout.componentCount {
            let component = layout.components[index]
            guard let differences = differences[component.differences], let others = others[component.others] else {
                return false
            }
            let blocks = layout.componentCount > 1 ? component.across * component.down : 1
            for _ in 0..<blocks {
                guard Self.readBlock(&bits, differences, others) else { return false }
            }
        }
        return true
    }

    private static func readBlock(
        _ bits: inout ScanBits, _ differences: HuffmanTable, _ others: HuffmanTable
    ) -> Bool {
        let difference = differences.next(in: &bits)
        // T.81, table F.1: a difference of baseline has 11 bits at most.
        guard 0...11 ~= difference, bits.skip(difference) else { return false }
        var place = 1
        while place < 64 {
            let symbol = others.next(in: &bits)
            guard symbol >= 0 else { return false }
            let (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0 {
                guard zeros == 15 else { return true }
                place += 16
                continue
            }
            place += zeros + 1
            guard place <= 64, size <= 10, bits.skip(size) else { return false }
        }
        return place == 64
    }
}
