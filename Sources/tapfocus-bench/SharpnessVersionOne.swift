/// Version 1 of the measure, with which version 2 (`Sharpness` in FocusCore) is compared: differences over three pixels, by the
/// parallel ones two lines away. Vectorised as it was in use, for luma alone.
struct SharpnessVersionOne {
    /// Rows of a band; each reads three more.
    private static let bandRows = 16

    private let base: UnsafeRawPointer
    private let bytesPerRow: Int
    private var products: Int64 = 0
    private var levels: Int64 = 0

    /// The sharpness of an area of 19 columns and 4 rows at least, inside the image, in the range of video.
    static func value(
        _ image: UnsafeRawBufferPointer, bytesPerRow: Int, left: Int, top: Int, width: Int, height: Int
    ) -> Double {
        let columns = (width - 3) & ~1
        let rows = height - 3
        guard let base = image.baseAddress, columns >= 16, rows > 0 else { return 0 }
        var measure = SharpnessVersionOne(base: base + (top * bytesPerRow + left), bytesPerRow: bytesPerRow)
        for row in stride(from: 0, to: rows, by: bandRows) {
            measure.addBand(row, columns, min(rows - row, bandRows))
        }
        let pixels = Double(columns * rows)
        let brightness = max(Double(measure.levels) / pixels - 16, 4)
        return max(Double(measure.products), 0) / (pixels / 2) / (brightness * brightness)
    }

    private init(base: UnsafeRawPointer, bytesPerRow: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
    }

    @inline(__always)
    private mutating func addBand(_ row: Int, _ columns: Int, _ rows: Int) {
        let start = base + row * bytesPerRow
        for column in stride(from: 0, through: columns - 16, by: 16) { addBlock(start + column, rows, mask: nil) }
        let rest = columns & 15
        // The last block overlaps the one before it, and what that has counted is masked.
        if rest > 0 { addBlock(start + (columns - 16), rows, mask: .lastLanes(rest)) }
    }

    /// Adds sixteen columns of a band.
    @inline(__always)
    private mutating func addBlock(_ start: UnsafeRawPointer, _ rows: Int, mask: SIMD16<UInt8>?) {
        var first = Row(start, mask)
        var second = Row(start + bytesPerRow, mask)
        var third = Row(start + 2 &* bytesPerRow, mask)
        var address = start + 3 &* bytesPerRow
        var products = SIMD4<Int32>(repeating: 0)
        var sums = SIMD8<UInt16>(repeating: 0)
        for _ in 0..<rows {
            let fourth = Row(address, mask)
            products &+= first.across.pairedProducts(third.across)
            products &+= (fourth.here &- first.here).pairedProducts(fourth.beside &- first.beside)
            sums &+= fourth.pixels.evenLanes &+ fourth.pixels.oddLanes
            (first, second, third) = (second, third, fourth)
            address += bytesPerRow
        }
        self.products &+= Int64(products.wrappedSum())
        let pairs = unsafeBitCast(sums, to: SIMD4<UInt32>.self)
        levels &+= Int64(((pairs & SIMD4(repeating: 0xffff)) &+ (pairs &>> 16)).wrappedSum())
    }

    /// Eight positions, in every second of sixteen columns.
    private struct Row {
        var pixels: SIMD16<UInt8>
        var here: SIMD8<Int16>
        var beside: SIMD8<Int16>
        var across: SIMD8<Int16>

        @inline(__always)
        init(_ address: UnsafeRawPointer, _ mask: SIMD16<UInt8>?) {
            pixels = address.loadUnaligned(as: SIMD16<UInt8>.self)
            var shifted = (address + 2).loadUnaligned(as: SIMD16<UInt8>.self)
            if let mask {
                shifted &= mask
                pixels &= mask
            }
            here = SIMD8(truncatingIfNeeded: pixels.evenLanes)
            beside = SIMD8(truncatingIfNeeded: shifted.evenLanes)
            across = SIMD8(truncatingIfNeeded: shifted.oddLanes) &- here
        }
    }
}

extension SIMD16<UInt8> {
    /// 255 in the last `count` lanes, an even number, and 0 in the others.
    @inline(__always)
    fileprivate static func lastLanes(_ count: Int) -> SIMD16<UInt8> {
        var mask = SIMD16<UInt8>(repeating: 0)
        for lane in (16 - count)..<16 { mask[lane] = 255 }
        return mask
    }

    @inline(__always)
    fileprivate var evenLanes: SIMD8<UInt16> {
        unsafeBitCast(self, to: SIMD8<UInt16>.self) & SIMD8(repeating: 0xff)
    }

    @inline(__always)
    fileprivate var oddLanes: SIMD8<UInt16> {
        unsafeBitCast(self, to: SIMD8<UInt16>.self) &>> SIMD8(repeating: 8)
    }
}

extension SIMD8<Int16> {
    /// The lanes' products, added in pairs, in the form in which the compiler knows the instruction.
    @inline(__always)
    fileprivate func pairedProducts(_ other: SIMD8<Int16>) -> SIMD4<Int32> {
        SIMD4<Int32>(truncatingIfNeeded: evenHalf) &* SIMD4<Int32>(truncatingIfNeeded: other.evenHalf)
            &+ SIMD4<Int32>(truncatingIfNeeded: oddHalf) &* SIMD4<Int32>(truncatingIfNeeded: other.oddHalf)
    }
}
