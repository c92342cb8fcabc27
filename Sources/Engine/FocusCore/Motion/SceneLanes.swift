/// Questions about whole grids, sixteen cells at once. They are asked for each frame while the camera is locked.
enum SceneLanes {
    private typealias Lanes = SIMD16<Float>

    /// The factors of light for which `isAlike` looks: 2 % to both sides. A lamp that flickers, and noise, stay within them.
    private static let darkest: Float = 0.98
    private static let brightest: Float = 1.02

    /// The number of cells that differ by more than `threshold`, in levels.
    static func differing(_ one: LumaGrid, _ other: LumaGrid, byMoreThan threshold: Double) -> Int {
        // A whole number is above the threshold exactly if it is above the next whole number below it, which a Float holds.
        let whole = threshold < 255 ? Float(max(threshold, -1).rounded(.down)) : 255
        let left = one.cells.span
        let right = other.cells.span
        var counts = SIMD16<Int32>.zero
        for part in stride(from: 0, to: LumaGrid.cellCount, by: 16) {
            let difference = lanes(left, from: part) - lanes(right, from: part)
            counts.replace(with: counts &+ 1, where: (difference .> whole) .| (-difference .> whole))
        }
        return Int(counts.wrappedSum())
    }

    /// True when the grid shows the reference, and the light has hardly changed: the median of the cells' ratios is close to 1,
    /// and for no such light does a cell differ from light · reference by more than `greatest`. False tells nothing.
    ///
    /// So the median, which takes ten times as long, is found only where something has happened. A difference is greatest at one
    /// end of the factors of light, because products, sums and their rounding are monotonic.
    /// - Parameters:
    ///   - pedestal: is added to both sides of a ratio.
    ///   - limit: 1 or more; light is taken for this factor at most, and for its inverse at least.
    ///   - greatest: in levels, 0 or more.
    static func isAlike(
        _ grid: LumaGrid, to reference: InlineArray<48, Float>, pedestal: Float, limit: Float, within greatest: Double
    ) -> Bool {
        let lowest = max(darkest, 1 / limit)
        let highest = min(brightest, limit)
        let bound = Double(Float(greatest)) > greatest ? Float(greatest).nextDown : Float(greatest)
        let cells = grid.cells.span
        let levels = reference.span
        var isBeyond = SIMDMask<SIMD16<Int32>>(repeating: false)
        var darker = SIMD16<Int32>.zero
        var brighter = SIMD16<Int32>.zero
        for part in stride(from: 0, to: LumaGrid.cellCount, by: 16) {
            let level = lanes(cells, from: part)
            let expected = lanes(levels, from: part)
            let ratio = (level + pedestal) / (expected + pedestal)
            darker.replace(with: darker &+ 1, where: ratio .< darkest)
            brighter.replace(with: brighter &+ 1, where: ratio .> brightest)
            isBeyond .|= differs(level, from: expected * lowest, by: bound)
            isBeyond .|= differs(level, from: expected * highest, by: bound)
        }
        // Fewer than half of the ratios lie to either side, so the two in the middle lie between the limits.
        return !any(isBeyond) && darker.wrappedSum() < 24 && brighter.wrappedSum() < 24
    }

    /// White cannot become whiter.
    @inline(__always)
    private static func differs(_ level: Lanes, from expected: Lanes, by bound: Float) -> SIMDMask<SIMD16<Int32>> {
        let lit = expected.replacing(with: 255, where: expected .> 255)
        return (level - lit .> bound) .| (lit - level .> bound)
    }

    @inline(__always)
    private static func lanes(_ cells: borrowing Span<UInt8>, from place: Int) -> Lanes {
        var lanes = Lanes.zero
        for lane in lanes.indices { lanes[lane] = Float(cells[place + lane]) }
        return lanes
    }

    @inline(__always)
    private static func lanes(_ levels: borrowing Span<Float>, from place: Int) -> Lanes {
        var lanes = Lanes.zero
        for lane in lanes.indices { lanes[lane] = levels[place + lane] }
        return lanes
    }
}
