struct LumaScan<Layout: LumaLayout> {
    let base: UnsafeRawPointer
    let bytesPerRow: Int
    let levels: LumaLevels

    @inline(__always)
    func address(_ column: Int, _ row: Int) -> UnsafeRawPointer {
        base + (row &* bytesPerRow &+ column &* Layout.step)
    }

    /// Adds the pixels of an area to a tally.
    /// - Parameter rowStep: 1 for every row, 2 for every second one, and so on.
    @inline(__always)
    func tally<Counting: LumaCounting>(
        _ area: LumaArea, _ counting: Counting.Type, into tally: inout LumaTally, rowStep: Int = 1
    ) {
        var lanes = LumaLanes<Counting>(levels)
        var row = 0
        while row < area.height {
            let start = address(area.left, area.top &+ row)
            if area.width >= 16 {
                tallyRow(start, area.width, &lanes, into: &tally)
            } else {
                for column in 0..<area.width { tally.add(Layout.pixel(at: start + column &* Layout.step), levels) }
            }
            row &+= rowStep
        }
        lanes.empty(into: &tally)
    }

    @inline(__always)
    private func tallyRow<Counting: LumaCounting>(
        _ start: UnsafeRawPointer, _ width: Int, _ lanes: inout LumaLanes<Counting>,
        into tally: inout LumaTally
    ) {
        var column = 0
        while column &+ 16 <= width {
            if lanes.additions >= LumaLanes<Counting>.capacity { lanes.empty(into: &tally) }
            // The number of blocks is limited by the room in the lanes.
            let blocks = min((width &- column) &>> 4, LumaLanes<Counting>.capacity &- lanes.additions)
            for block in 0..<blocks {
                lanes.add(Layout.sixteenPixels(at: start + (column &+ 16 &* block) &* Layout.step))
            }
            lanes.count(pixels: 16 &* blocks, blocks)
            column &+= 16 &* blocks
        }
        guard column < width else { return }
        if lanes.additions >= LumaLanes<Counting>.capacity { lanes.empty(into: &tally) }
        // The last block ends with the row; pixels that the block before it has counted are masked.
        let mask = SIMD16<UInt8>.lastLanes(width &- column)
        lanes.add(Layout.sixteenPixels(at: start + (width &- 16) &* Layout.step) & mask)
        lanes.count(pixels: width &- column, 1)
    }
}
