/// What one row of a block contributes: eight positions, in every second of sixteen columns.
struct SharpnessRow {
    /// All sixteen pixels; 0 where they are masked, and so are all the others.
    var pixels: SIMD16<UInt8>
    /// The positions' own pixels.
    var here: SIMD8<Int16>
    /// Those beside them, at the spacing's distance.
    var beside: SIMD8<Int16>
    /// The difference along the row.
    var across: SIMD8<Int16>

    /// - Parameter mask: of the sixteen pixels; nil is all of them.
    @inline(__always)
    init<Layout: LumaLayout>(_ layout: Layout.Type, _ address: UnsafeRawPointer, _ mask: SIMD16<UInt8>?) {
        pixels = Layout.sixteenPixels(at: address)
        var shifted = Layout.sixteenPixels(at: address + Sharpness.spacing &* Layout.step)
        if let mask {
            // A position and the pixels it is compared with are masked together, by the position's own lane.
            let pairs = mask.evenLanes
            shifted &= unsafeBitCast(pairs | pairs &<< 8, to: SIMD16<UInt8>.self)
            pixels &= mask
        }
        // Position and pixel are in lanes of the same number: two to the right is the even lane, three the odd one.
        here = SIMD8(truncatingIfNeeded: pixels.evenLanes)
        beside = SIMD8(truncatingIfNeeded: shifted.evenLanes)
        across = SIMD8(truncatingIfNeeded: shifted.oddLanes) &- here
    }
}

/// Products and counts, in lanes.
struct SharpnessLanes<Counting: LumaCounting> {
    /// How many rows a band has. Three more are read for each band; but with many rows, each step down is to another page of
    /// memory, and the processor fetches less of it ahead.
    static var rows: Int { 16 }

    var counts: LumaLanes<Counting>
    /// A lane takes four products of at most 255² with each addition: it cannot overflow within the counts' capacity.
    private var products = SIMD4<Int32>(repeating: 0)

    @inline(__always)
    init(_ levels: LumaLevels) {
        counts = LumaLanes(levels)
    }

    @inline(__always)
    func hasRoom(for additions: Int) -> Bool { counts.additions &+ additions <= LumaLanes<Counting>.capacity }

    @inline(__always)
    mutating func add(across first: SIMD8<Int16>, _ second: SIMD8<Int16>) {
        products &+= first.pairedProducts(second)
    }

    @inline(__always)
    mutating func add(down first: SIMD8<Int16>, _ second: SIMD8<Int16>) {
        products &+= first.pairedProducts(second)
    }

    @inline(__always)
    mutating func empty(into sharpness: inout Sharpness) {
        sharpness.products &+= Int64(products.wrappedSum())
        products = SIMD4(repeating: 0)
        counts.empty(into: &sharpness.tally)
    }
}
