extension LumaScan {
    /// Sharpness and brightness of an area in one pass over it.
    ///
    /// The positions are the pixels that a difference starts from; the last three columns and rows have none.
    @inline(__always)
    func sharpness(_ area: LumaArea, isClippingCounted: Bool) -> Sharpness {
        var sharpness = Sharpness()
        let columns = area.width &- Sharpness.reach
        let rows = area.height &- Sharpness.reach
        guard columns > 0, rows > 0 else { return sharpness }
        let rest = LumaLanes.last(columns & 15)
        for row in 0..<rows {
            let start = address(area.left, area.top &+ row)
            if columns >= 16 {
                scanRow(start, columns, rest, into: &sharpness, isClippingCounted: isClippingCounted)
            } else {
                scanNarrowRow(start, columns, into: &sharpness)
            }
        }
        return sharpness
    }

    @inline(__always)
    private func scanRow(
        _ start: UnsafeRawPointer, _ columns: Int, _ rest: SIMD16<UInt8>, into sharpness: inout Sharpness,
        isClippingCounted: Bool
    ) {
        var column = 0
        while column < columns {
            let end = min(columns, column &+ 16 &* (LumaLanes.capacity &- 1))
            var lanes = LumaLanes()
            // A lane holds eight products of at most 255² more with each step: it cannot overflow within the lanes' capacity.
            var products = SIMD4<Int32>(repeating: 0)
            let begin = column
            while column &+ 16 <= end {
                add(start + column &* Layout.step, &lanes, &products, nil, isClippingCounted: isClippingCounted)
                column &+= 16
            }
            if end == columns, column < columns {
                add(
                    start + (columns &- 16) &* Layout.step, &lanes, &products, rest,
                    isClippingCounted: isClippingCounted)
                column = columns
            }
            lanes.empty(into: &sharpness.tally, pixels: column &- begin)
            sharpness.products &+= Int64(products.wrappedSum())
        }
    }

    /// Sixteen positions.
    @inline(__always)
    private func add(
        _ address: UnsafeRawPointer, _ counts: inout LumaLanes, _ products: inout SIMD4<Int32>,
        _ mask: SIMD16<UInt8>?, isClippingCounted: Bool
    ) {
        let reach = Sharpness.reach
        let spacing = Sharpness.spacing
        let here = pixels(address, 0, 0)
        counts.add(here, lanes: mask)
        if isClippingCounted { counts.addClipped(here, levels, lanes: mask) }
        let across = difference(here, pixels(address, reach, 0), mask)
        let acrossBelow = difference(pixels(address, 0, spacing), pixels(address, reach, spacing), nil)
        let down = difference(here, pixels(address, 0, reach), mask)
        let downBeside = difference(pixels(address, spacing, 0), pixels(address, spacing, reach), nil)
        products &+= across.even.pairedProducts(acrossBelow.even) &+ across.odd.pairedProducts(acrossBelow.odd)
        products &+= down.even.pairedProducts(downBeside.even) &+ down.odd.pairedProducts(downBeside.odd)
    }

    @inline(__always)
    private func pixels(_ address: UnsafeRawPointer, _ right: Int, _ down: Int) -> SIMD16<UInt8> {
        Layout.sixteenPixels(at: address + (down &* bytesPerRow &+ right &* Layout.step))
    }

    /// In the lanes that are not masked; 0 in the others.
    @inline(__always)
    private func difference(
        _ from: SIMD16<UInt8>, _ to: SIMD16<UInt8>, _ mask: SIMD16<UInt8>?
    ) -> (even: SIMD8<Int16>, odd: SIMD8<Int16>) {
        let from = (mask.map { from & $0 } ?? from).halves
        let to = (mask.map { to & $0 } ?? to).halves
        return (to.even &- from.even, to.odd &- from.odd)
    }

    /// Fewer than sixteen positions, one by one.
    @inline(__always)
    private func scanNarrowRow(_ start: UnsafeRawPointer, _ columns: Int, into sharpness: inout Sharpness) {
        for column in 0..<columns {
            let address = start + column &* Layout.step
            func level(_ right: Int, _ down: Int) -> Int64 {
                Int64(Layout.pixel(at: address + (down &* bytesPerRow &+ right &* Layout.step)))
            }
            let reach = Sharpness.reach
            let spacing = Sharpness.spacing
            let across = level(reach, 0) &- level(0, 0)
            let acrossBelow = level(reach, spacing) &- level(0, spacing)
            let down = level(0, reach) &- level(0, 0)
            let downBeside = level(spacing, reach) &- level(spacing, 0)
            sharpness.products &+= across &* acrossBelow &+ down &* downBeside
            sharpness.tally.add(Layout.pixel(at: address), levels)
        }
    }

    /// The columns and rows of an area that no difference of sharpness starts from, so that its tally lacks them.
    @inline(never)
    func tallyBorder(of area: LumaArea, into tally: inout LumaTally) {
        let columns = max(area.width &- Sharpness.reach, 0)
        let rows = max(area.height &- Sharpness.reach, 0)
        guard columns > 0, rows > 0 else { return self.tally(area, into: &tally) }
        self.tally(
            LumaArea(left: area.left &+ columns, top: area.top, width: Sharpness.reach, height: rows), into: &tally)
        self.tally(
            LumaArea(left: area.left, top: area.top &+ rows, width: area.width, height: Sharpness.reach), into: &tally)
    }
}
