/// A rectangle of whole pixels inside a plane, at least one pixel large.
struct LumaArea: Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    var pixels: Int { width &* height }
}

extension LumaArea {
    /// The pixels under a rectangle in shares of the plane, cut off at its edges: at least the nearest pixel, and with NaN the whole axis.
    init(_ rectangle: NormalizedRectangle, in plane: LumaPlane) {
        self.init(rectangle, width: plane.width, height: plane.height)
    }

    /// The same for an image of this size, whose pixels need not be there.
    init(_ rectangle: NormalizedRectangle, width: Int, height: Int) {
        (left, self.width) = Self.span(rectangle.x, rectangle.width, of: width)
        (top, self.height) = Self.span(rectangle.y, rectangle.height, of: height)
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
