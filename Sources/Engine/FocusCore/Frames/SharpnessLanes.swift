/// One row of a block: sixteen positions, in vectors of the even and the odd columns.
struct SharpnessRow {
    /// All sixteen pixels. Masked pixels are 0, here and in the vectors below.
    var pixels: SIMD16<UInt8>
    /// The pixels of columns 0, 2 …, 1, 3 … and 2, 4 … (one more than the block has).
    var even: SIMD8<Int16>
    var odd: SIMD8<Int16>
    var next: SIMD8<Int16>
    /// The differences along the row, which start in even and in odd columns.
    var acrossEven: SIMD8<Int16>
    var acrossOdd: SIMD8<Int16>

    /// - Parameter mask: selects some of the sixteen pixels, in pairs; nil selects all.
    @inline(__always)
    init<Layout: LumaLayout>(_ layout: Layout.Type, _ address: UnsafeRawPointer, _ mask: SIMD16<UInt8>?) {
        pixels = Layout.sixteenPixels(at: address)
        var shifted = Layout.sixteenPixels(at: address + Sharpness.reach &* Layout.step)
        if let mask {
            // A position and the pixel that it is compared with are masked together.
            pixels &= mask
            shifted &= mask
        }
        even = SIMD8(truncatingIfNeeded: pixels.evenLanes)
        odd = SIMD8(truncatingIfNeeded: pixels.oddLanes)
        next = SIMD8(truncatingIfNeeded: shifted.evenLanes)
        acrossEven = next &- even
        acrossOdd = SIMD8(truncatingIfNeeded: shifted.oddLanes) &- odd
    }
}

struct SharpnessLanes<Counting: LumaCounting> {
    /// The rows of a band, which reads two more. Higher bands are slower: each step down is on another page of memory.
    static var rows: Int { 16 }

    var counts: LumaLanes<Counting>
    /// Each addition adds at most eight products of at most 255² to a lane, so it cannot overflow within the counts' capacity.
    private var products = SIMD4<Int32>(repeating: 0)

    @inline(__always)
    init(_ levels: LumaLevels) {
        counts = LumaLanes(levels)
    }

    @inline(__always)
    func hasRoom(for additions: Int) -> Bool { counts.additions &+ additions <= LumaLanes<Counting>.capacity }

    /// Adds the products of a row's positions. `first`, `second` and `third` are the row and the two below it.
    @inline(__always)
    mutating func add(_ first: SharpnessRow, _ second: SharpnessRow, _ third: SharpnessRow) {
        products &+= first.acrossEven.pairedProducts(second.acrossEven)
        products &+= first.acrossOdd.pairedProducts(second.acrossOdd)
        // An odd column is the neighbour of the even one to its left, and has the one to its right as neighbour.
        let down = (third.even &- first.even) &+ (third.next &- first.next)
        products &+= (third.odd &- first.odd).pairedProducts(down)
    }

    @inline(__always)
    mutating func empty(into sharpness: inout Sharpness) {
        sharpness.products &+= Int64(products.wrappedSum())
        products = SIMD4(repeating: 0)
        counts.empty(into: &sharpness.tally)
    }
}
