/// A rectangle of whole pixels that lies inside a plane and holds one pixel at least.
struct LumaArea: Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    var pixels: Int { width &* height }

    /// For a rectangle that lies inside a plane already.
    init(left: Int, top: Int, width: Int, height: Int) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    /// The pixels under a rectangle in shares of the plane. What hangs over an edge is cut off; what holds no pixel becomes
    /// the nearest one; what is not a number becomes the whole.
    init(_ rectangle: NormalizedRectangle, in plane: LumaPlane) {
        (left, width) = Self.span(rectangle.x, rectangle.width, of: plane.width)
        (top, height) = Self.span(rectangle.y, rectangle.height, of: plane.height)
    }

    private static func span(_ start: Double, _ length: Double, of whole: Int) -> (start: Int, length: Int) {
        let end = start + length
        guard !start.isNaN, !end.isNaN else { return (0, whole) }
        let first = Int((min(max(start, 0), 1) * Double(whole)).nearestWhole)
        let last = Int((min(max(end, 0), 1) * Double(whole)).nearestWhole)
        let begin = min(first, whole &- 1)
        return (begin, max(last &- begin, 1))
    }
}
