/// One row of a block: eight positions, in every second of sixteen columns.
struct SharpnessRow {
    /// All sixteen pixels. Masked pixels are 0, here and in the vectors below.
    var pixels: SIMD16<UInt8>
    /// The pixels at the positions.
    var here: SIMD8<Int16>
    /// The weighted sum of the three pixels to the right of each position.
    var beside: SIMD8<Int16>
    /// The differences along the row.
    var across: SIMD8<Int16>

    /// - Parameter mask: selects some of the sixteen pixels; nil selects all.
    @inline(__always)
    init<Layout: LumaLayout>(_ layout: Layout.Type, _ address: UnsafeRawPointer, _ mask: SIMD16<UInt8>?) {
        pixels = Layout.sixteenPixels(at: address)
        var shifted = Layout.sixteenPixels(at: address + Sharpness.reach &* Layout.step)
        if let mask {
            // A position and the pixels that it is compared with are masked together, by the position's own lane.
            let pairs = mask.evenLanes
            shifted &= unsafeBitCast(pairs | pairs &<< 8, to: SIMD16<UInt8>.self)
            pixels &= mask
        }
        // A position and its pixels have the same lane number: the next pixel is in the odd lane, those two and three to the
        // right are in the even and the odd lane of the shifted pixels.
        here = SIMD8(truncatingIfNeeded: pixels.evenLanes)
        let second = SIMD8<Int16>(truncatingIfNeeded: shifted.evenLanes)
        beside = SIMD8.weighted(
            SIMD8(truncatingIfNeeded: pixels.oddLanes), second, SIMD8(truncatingIfNeeded: shifted.oddLanes))
        across = second &- here
    }
}

extension SIMD8<Int16> {
    /// The sum of what stands in the next three lines, the next one weighted twice.
    @inline(__always)
    static func weighted(_ first: Self, _ second: Self, _ third: Self) -> Self { first &+ first &+ second &+ third }
}

/// Sums of products and counts, in vector lanes.
struct SharpnessLanes<Counting: LumaCounting> {
    /// The number of rows in a band. Each band reads three more rows. Higher bands are slower: each step down is on
    /// another page of memory, and the processor prefetches less.
    static var rows: Int { 16 }

    var counts: LumaLanes<Counting>
    /// Each addition adds at most four products of at most 255 × 1020 to a lane, so it cannot overflow within the counts'
    /// capacity.
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
