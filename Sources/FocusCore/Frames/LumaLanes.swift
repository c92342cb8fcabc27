/// Counts sixteen pixels at a time, in lanes. It is emptied into a tally before a lane can overflow.
struct LumaLanes {
    /// After so many additions a lane may be full: 128 × 2 × 255 is just below 2^16.
    static let capacity = 128

    private var sums = SIMD8<UInt16>(repeating: 0)
    private var bright = SIMD16<UInt8>(repeating: 0)
    private var dark = SIMD16<UInt8>(repeating: 0)

    /// - Parameter lanes: nil counts all sixteen, else those that are 255 here rather than 0.
    @inline(__always)
    mutating func add(_ pixels: SIMD16<UInt8>, lanes: SIMD16<UInt8>?) {
        let halves = (lanes.map { pixels & $0 } ?? pixels).halves
        sums &+= SIMD8(truncatingIfNeeded: halves.even &+ halves.odd)
    }

    @inline(__always)
    mutating func addClipped(_ pixels: SIMD16<UInt8>, _ levels: LumaLevels, lanes: SIMD16<UInt8>?) {
        let counted = lanes.map { $0 & SIMD16(repeating: 1) } ?? SIMD16(repeating: 1)
        let none = SIMD16<UInt8>(repeating: 0)
        bright &+= none.replacing(with: counted, where: pixels .>= SIMD16(repeating: levels.white))
        dark &+= none.replacing(with: counted, where: pixels .<= SIMD16(repeating: levels.black))
    }

    @inline(__always)
    func empty(into tally: inout LumaTally, pixels: Int) {
        tally.pixels &+= pixels
        tally.sum &+= UInt64(SIMD8<UInt32>(truncatingIfNeeded: sums).wrappedSum())
        tally.bright &+= Int(SIMD16<UInt16>(truncatingIfNeeded: bright).wrappedSum())
        tally.dark &+= Int(SIMD16<UInt16>(truncatingIfNeeded: dark).wrappedSum())
    }

    /// The last `count` of sixteen lanes: for the vector that ends with the row, and overlaps the one before.
    static func last(_ count: Int) -> SIMD16<UInt8> {
        var lanes = SIMD16<UInt8>(repeating: 0)
        for lane in 0..<16 where lane >= 16 &- count { lanes[lane] = 255 }
        return lanes
    }
}

extension SIMD16<UInt8> {
    /// The lanes with even numbers and those with odd ones, widened. Two cheap instructions, where widening the lower and
    /// the upper half would shuffle.
    @inline(__always)
    var halves: (even: SIMD8<Int16>, odd: SIMD8<Int16>) {
        // The first of two bytes is the lower one: Swift has no big-endian platform among those of this project.
        let pairs = unsafeBitCast(self, to: SIMD8<UInt16>.self)
        let even = pairs & SIMD8(repeating: 0xff)
        let odd = pairs &>> SIMD8(repeating: 8)
        return (SIMD8(truncatingIfNeeded: even), SIMD8(truncatingIfNeeded: odd))
    }
}

extension SIMD8<Int16> {
    /// The products of two vectors' lanes, added in pairs: one instruction on most processors.
    @inline(__always)
    func pairedProducts(_ other: SIMD8<Int16>) -> SIMD4<Int32> {
        let products = SIMD8<Int32>(truncatingIfNeeded: self) &* SIMD8<Int32>(truncatingIfNeeded: other)
        return products.evenHalf &+ products.oddHalf
    }
}
