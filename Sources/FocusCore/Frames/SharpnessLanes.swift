/// One row of a block: eight positions, in every second of sixteen columns.
struct SharpnessRow {
    /// All sixteen pixels. Masked pixels are 0, here and in the vectors below.
    var pixels: SIMD16<UInt8>
    /// The pixels at the positions.
    var here: SIMD8<Int16>
    /// The pixels beside the positions, to the right.
    var beside: SIMD8<Int16>
    /// The differences along the row.
    var across: SIMD8<Int16>

    /// - Parameter mask: selects some of the sixteen pixels, in pairs; nil selects all.
    @inline(__always)
    init<Layout: LumaLayout>(_ layout: Layout.Type, _ address: UnsafeRawPointer, _ mask: SIMD16<UInt8>?) {
        pixels = Layout.sixteenPixels(at: address)
        var middle = Layout.sixteenPixels(at: address + 2 &* Layout.step)
        var end = Layout.sixteenPixels(at: address + Sharpness.extent &* Layout.step)
        if let mask {
            // A position and the pixels that it is compared with are masked together, by the position's own lane.
            pixels &= mask
            middle &= mask
            end &= mask
        }
        // A position and its pixels have the same lane number: the pixels one and three to the right are in the odd lanes.
        here = SIMD8(truncatingIfNeeded: pixels.evenLanes)
        beside = SIMD8(truncatingIfNeeded: pixels.oddLanes)
        across = .difference(
            here, beside, SIMD8(truncatingIfNeeded: middle.oddLanes), SIMD8(truncatingIfNeeded: end.evenLanes))
    }
}

extension SIMD8<Int16> {
    /// A difference over five pixels, of which the middle one does not count.
    @inline(__always)
    static func difference(_ first: Self, _ second: Self, _ fourth: Self, _ fifth: Self) -> Self {
        (fifth &- first) &+ (fourth &- second) &* SIMD8(repeating: Sharpness.innerWeight)
    }
}

/// Sums of products and counts, in vector lanes.
struct SharpnessLanes<Counting: LumaCounting> {
    /// The number of rows in a band. Each band reads four more rows. Higher bands are slower: each step down is on
    /// another page of memory, and the processor prefetches less.
    static var rows: Int { 16 }

    var counts: LumaLanes<Counting>
    /// Each addition adds at most four products of at most 1020² to a lane, so it cannot overflow within the counts'
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
