/// Says what is counted besides the sum. It is a type, not an argument, so that the loops are compiled for each case.
protocol LumaCounting {
    static var includesClipping: Bool { get }
}

enum MeanOnly: LumaCounting {
    @inline(__always) static var includesClipping: Bool { false }
}

enum MeanAndClipping: LumaCounting {
    @inline(__always) static var includesClipping: Bool { true }
}

/// Counts sixteen pixels at a time, in vector lanes. It must be emptied into a tally before a lane can overflow.
struct LumaLanes<Counting: LumaCounting> {
    /// The number of additions after which a lane may be full: 128 × 2 × 255 is just below 2^16.
    static var capacity: Int { 128 }

    private(set) var additions = 0
    private var pixels = 0
    private var sums = SIMD8<UInt16>(repeating: 0)
    private var bright = SIMD8<UInt16>(repeating: 0)
    private var lit = SIMD8<UInt16>(repeating: 0)
    /// Added to a pixel, it makes white and everything above reach 256. `toLit` does the same for the first level above black.
    private let toWhite: SIMD8<UInt16>
    private let toLit: SIMD8<UInt16>

    @inline(__always)
    init(_ levels: LumaLevels) {
        toWhite = SIMD8(repeating: 256 &- UInt16(levels.white))
        toLit = SIMD8(repeating: 255 &- UInt16(levels.black))
    }

    /// Adds sixteen pixels. Pixels that do not count must be 0.
    @inline(__always)
    mutating func add(_ pixels: SIMD16<UInt8>) {
        let even = pixels.evenLanes
        let odd = pixels.oddLanes
        sums &+= even &+ odd
        guard Counting.includesClipping else { return }
        // Additions instead of comparisons: the compiler would make comparisons lane by lane.
        bright &+= ((even &+ toWhite) &>> 8) &+ ((odd &+ toWhite) &>> 8)
        lit &+= ((even &+ toLit) &>> 8) &+ ((odd &+ toLit) &>> 8)
    }

    /// Notes how many pixels and additions were made since the last call.
    @inline(__always)
    mutating func count(pixels: Int, _ additions: Int) {
        self.pixels &+= pixels
        self.additions &+= additions
    }

    @inline(__always)
    mutating func empty(into tally: inout LumaTally) {
        let none = SIMD8<UInt16>(repeating: 0)
        tally.pixels &+= pixels
        tally.sum &+= UInt64(Self.total(sums))
        if Counting.includesClipping {
            tally.bright &+= Int(Self.total(bright))
            tally.dark &+= pixels &- Int(Self.total(lit))
        }
        (sums, bright, lit) = (none, none, none)
        (pixels, additions) = (0, 0)
    }

    @inline(__always)
    private static func total(_ lanes: SIMD8<UInt16>) -> UInt32 {
        let pairs = unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
        return ((pairs & SIMD4(repeating: 0xffff)) &+ (pairs &>> 16)).wrappedSum()
    }
}

extension SIMD16<UInt8> {
    /// 255 in the last `count` lanes and 0 in the others: the mask for a row's last block, which overlaps the block before it.
    @inline(__always)
    static func lastLanes(_ count: Int) -> SIMD16<UInt8> {
        let numbers = SIMD16<UInt8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        let sums = numbers &+ SIMD16(repeating: UInt8(truncatingIfNeeded: count))
        return SIMD16(repeating: 0) &- (sums &>> 4)
    }

    // A pair's first byte is the low one: all supported platforms are little-endian.

    /// Bytes 0, 2, 4 …, widened. This is one cheap instruction; widening one half of the vector would need a shuffle.
    @inline(__always)
    var evenLanes: SIMD8<UInt16> { unsafeBitCast(self, to: SIMD8<UInt16>.self) & SIMD8(repeating: 0xff) }

    /// Bytes 1, 3, 5 …, widened.
    @inline(__always)
    var oddLanes: SIMD8<UInt16> { unsafeBitCast(self, to: SIMD8<UInt16>.self) &>> SIMD8(repeating: 8) }
}

extension SIMD8<Int16> {
    /// The lanes' products, added in pairs: one instruction on most processors.
    @inline(__always)
    func pairedProducts(_ other: SIMD8<Int16>) -> SIMD4<Int32> {
        // The compiler recognises the instruction in this form.
        SIMD4<Int32>(truncatingIfNeeded: evenHalf) &* SIMD4<Int32>(truncatingIfNeeded: other.evenHalf)
            &+ SIMD4<Int32>(truncatingIfNeeded: oddHalf) &* SIMD4<Int32>(truncatingIfNeeded: other.oddHalf)
    }
}
