/// Walks over areas of a plane whose layout the compiler knows.
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
    func tally(_ area: LumaArea, into tally: inout LumaTally, rowStep: Int = 1, isClippingCounted: Bool = true) {
        let rest = LumaLanes.last(area.width & 15)
        var row = 0
        while row < area.height {
            tallyRow(
                address(area.left, area.top &+ row), area.width, rest, into: &tally,
                isClippingCounted: isClippingCounted)
            row &+= rowStep
        }
    }

    @inline(__always)
    private func tallyRow(
        _ start: UnsafeRawPointer, _ width: Int, _ rest: SIMD16<UInt8>, into tally: inout LumaTally,
        isClippingCounted: Bool
    ) {
        guard width >= 16 else {
            for column in 0..<width { tally.add(Layout.pixel(at: start + column &* Layout.step), levels) }
            return
        }
        var column = 0
        while column < width {
            // The lanes of a row, or of as much of a long one as they can count.
            let end = min(width, column &+ 16 &* (LumaLanes.capacity &- 1))
            var lanes = LumaLanes()
            let begin = column
            while column &+ 16 <= end {
                let pixels = Layout.sixteenPixels(at: start + column &* Layout.step)
                lanes.add(pixels, lanes: nil)
                if isClippingCounted { lanes.addClipped(pixels, levels, lanes: nil) }
                column &+= 16
            }
            if end == width, column < width {
                let pixels = Layout.sixteenPixels(at: start + (width &- 16) &* Layout.step)
                lanes.add(pixels, lanes: rest)
                if isClippingCounted { lanes.addClipped(pixels, levels, lanes: rest) }
                column = width
            }
            lanes.empty(into: &tally, pixels: column &- begin)
        }
    }
}
