/// The brightness of the whole image on 8 × 6 cells: enough to notice that another person stands in front of the
/// camera, and far too little to recognise anybody.
public struct LumaGrid: Equatable, Sendable, Snapshotable {
    public static let columns = 8
    public static let rows = 6
    public static let cellCount = columns * rows
    /// Mean luma of each cell, 0…255, row by row from the top left.
    public var cells: InlineArray<48, UInt8>

    public init(cells: InlineArray<48, UInt8> = InlineArray(repeating: 0)) {
        self.cells = cells
    }

    public static func == (left: LumaGrid, right: LumaGrid) -> Bool {
        for index in left.cells.indices where left.cells[index] != right.cells[index] { return false }
        return true
    }
}
