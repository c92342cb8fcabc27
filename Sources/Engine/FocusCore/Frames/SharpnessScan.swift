extension LumaScan {
    /// Sharpness and brightness of an area in one pass, in bands of a few rows. A band is read in blocks of sixteen columns, each from top
    /// to bottom, so a row is read once for all rows that it is compared with.
    @inline(__always)
    func sharpness<Counting: LumaCounting>(_ area: LumaArea, _ counting: Counting.Type) -> Sharpness {
        var sharpness = Sharpness()
        let columns = Sharpness.columns(in: area.width)
        let rows = Sharpness.rows(in: area.height)
        guard columns > 0, rows > 0 else { return sharpness }
        guard columns >= 16 else {
            scanNarrow(area, columns, rows, into: &sharpness)
            return sharpness
        }
        var row = 0
        while row < rows {
            let count = min(rows &- row, SharpnessLanes<Counting>.rows)
            scanBand(address(area.left, area.top &+ row), columns, count, counting, into: &sharpness)
            row &+= count
        }
        return sharpness
    }

    @inline(__always)
    private func scanBand<Counting: LumaCounting>(
        _ start: UnsafeRawPointer, _ columns: Int, _ rows: Int, _ counting: Counting.Type,
        into sharpness: inout Sharpness
    ) {
        var lanes = SharpnessLanes<Counting>(levels)
        var column = 0
        while column &+ 16 <= columns {
            if !lanes.hasRoom(for: rows) { lanes.empty(into: &sharpness) }
            scanBlock(start + column &* Layout.step, rows, &lanes, mask: nil)
            lanes.counts.count(pixels: 16 &* rows, rows)
            column &+= 16
        }
        if column < columns {
            if !lanes.hasRoom(for: rows) { lanes.empty(into: &sharpness) }
            // The last block ends with the last column; columns that the block before it has counted are masked.
            let mask = SIMD16<UInt8>.lastLanes(columns &- column)
            scanBlock(start + (columns &- 16) &* Layout.step, rows, &lanes, mask: mask)
            lanes.counts.count(pixels: (columns &- column) &* rows, rows)
        }
        lanes.empty(into: &sharpness)
    }

    @inline(__always)
    private func scanBlock<Counting: LumaCounting>(
        _ start: UnsafeRawPointer, _ rows: Int, _ lanes: inout SharpnessLanes<Counting>, mask: SIMD16<UInt8>?
    ) {
        var first = SharpnessRow(Layout.self, start, mask)
        var second = SharpnessRow(Layout.self, start + bytesPerRow, mask)
        var address = start + Sharpness.reach &* bytesPerRow
        for _ in 0..<rows {
            let third = SharpnessRow(Layout.self, address, mask)
            lanes.add(first, second, third)
            lanes.counts.add(third.pixels)
            (first, second) = (second, third)
            address += bytesPerRow
        }
    }

    @inline(__always)
    private func scanNarrow(_ area: LumaArea, _ columns: Int, _ rows: Int, into sharpness: inout Sharpness) {
        for row in 0..<rows {
            for column in 0..<columns {
                let start = address(area.left &+ column, area.top &+ row)
                func level(_ right: Int, _ down: Int) -> Int64 {
                    Int64(Layout.pixel(at: start + (down &* bytesPerRow &+ right &* Layout.step)))
                }
                let reach = Sharpness.reach
                sharpness.tally.add(Layout.pixel(at: start + reach &* bytesPerRow), levels)
                sharpness.products &+= (level(reach, 0) &- level(0, 0)) &* (level(reach, 1) &- level(0, 1))
                sharpness.products &+= (level(0, reach) &- level(0, 0)) &* (level(1, reach) &- level(1, 0))
            }
        }
    }

    /// Adds the pixels of an area that `sharpness` has not added to its tally.
    @inline(never)
    func tallyBorder(of area: LumaArea, into tally: inout LumaTally) {
        let columns = Sharpness.columns(in: area.width)
        let rows = Sharpness.rows(in: area.height)
        guard columns > 0, rows > 0 else { return self.tally(area, MeanAndClipping.self, into: &tally) }
        let reach = Sharpness.reach
        self.tally(
            LumaArea(left: area.left, top: area.top, width: area.width, height: reach), MeanAndClipping.self,
            into: &tally)
        self.tally(
            LumaArea(left: area.left &+ columns, top: area.top &+ reach, width: area.width &- columns, height: rows),
            MeanAndClipping.self, into: &tally)
    }
}
