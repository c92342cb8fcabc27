/// The brightness of the whole image on 8 × 6 cells: enough to notice another person, and far too little to recognise anybody.
public struct LumaGrid: Equatable, Sendable, Snapshotable {
    public static let columns = 8
    public static let rows = 6
    public static let cellCount = columns * rows
    /// Mean luma of each cell, 0…255, row by row from the top left.
    public var cells: InlineArray<48, UInt8>

    public init(cells: InlineArray<48, UInt8> = InlineArray(repeating: 0)) {
        self.cells = cells
    }
}

extension LumaScan {
    /// The rows that are read of a cell. With 8, noise of 3 % of white moves the mean of a cell 40 pixels wide by half a level.
    private static var rowsOfCell: Int { 8 }

    /// The mean of each cell, computed from some of its rows. In an image with fewer pixels than cells, neighbouring cells share pixels.
    @inline(__always)
    func grid(width: Int, height: Int) -> LumaGrid {
        var grid = LumaGrid()
        for row in 0..<LumaGrid.rows {
            let (top, bottom) = Self.cell(row, of: LumaGrid.rows, in: height)
            let rowStep = max((bottom &- top) / Self.rowsOfCell, 1)
            for column in 0..<LumaGrid.columns {
                let (left, right) = Self.cell(column, of: LumaGrid.columns, in: width)
                let area = LumaArea(left: left, top: top, width: right &- left, height: bottom &- top)
                grid.cells[row &* LumaGrid.columns &+ column] = meanLevel(of: area, rowStep: rowStep)
            }
        }
        return grid
    }

    @inline(never)
    private func meanLevel(of area: LumaArea, rowStep: Int) -> UInt8 {
        var cell = LumaTally()
        tally(area, MeanOnly.self, into: &cell, rowStep: rowStep)
        let pixels = UInt64(max(cell.pixels, 1))
        return UInt8(truncatingIfNeeded: (cell.sum &+ pixels / 2) / pixels)
    }

    private static func cell(_ index: Int, of count: Int, in length: Int) -> (start: Int, end: Int) {
        let start = index &* length / count
        return (start, max((index &+ 1) &* length / count, start &+ 1))
    }
}
