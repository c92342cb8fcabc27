/// Converts a point of interest to the rectangle that a camera is given.
public struct RegionGeometry: Equatable, Sendable, Snapshotable, SnapshotChecked {
    /// The area in which rectangles may lie, in the camera's own pixels; drivers report it for V4L2_CTRL_WHICH_MAX_VAL.
    public var bounds: PixelRectangle
    /// The smallest width that the camera accepts, in pixels.
    public var minimumWidth: Int32
    /// The smallest height that the camera accepts, in pixels.
    public var minimumHeight: Int32

    /// Nil when the bounds are empty or inverted, or end beyond the range of V4L2's numbers.
    public init?(bounds: PixelRectangle, minimumWidth: Int32, minimumHeight: Int32) {
        guard bounds.width > 0, bounds.height > 0, !bounds.left.addingReportingOverflow(bounds.width).overflow,
            !bounds.top.addingReportingOverflow(bounds.height).overflow
        else { return nil }
        self.bounds = bounds
        self.minimumWidth = minimumWidth
        self.minimumHeight = minimumHeight
    }

    var isSound: Bool { RegionGeometry(bounds: bounds, minimumWidth: 1, minimumHeight: 1) != nil }

    /// The rectangle around a point, never smaller than the camera's minimum: at an edge it is shifted inwards and keeps its size.
    /// - Parameter share: its width and height as a share of those of the bounds, 0…1.
    public func region(around point: PointOfInterest, share: Double) -> PixelRectangle {
        let width = Self.length(share, of: bounds.width, atLeast: minimumWidth)
        let height = Self.length(share, of: bounds.height, atLeast: minimumHeight)
        return PixelRectangle(
            left: bounds.left + Self.offset(point.x, length: width, within: bounds.width),
            top: bounds.top + Self.offset(point.y, length: height, within: bounds.height),
            width: width, height: height)
    }

    private static func length(_ share: Double, of whole: Int32, atLeast minimum: Int32) -> Int32 {
        let wanted = share.isFinite ? (min(max(share, 0), 1) * Double(whole)).nearestWhole : Double(whole)
        return min(max(Int32(wanted), max(minimum, 1)), whole)
    }

    private static func offset(_ position: Double, length: Int32, within whole: Int32) -> Int32 {
        let middle = (position.isFinite ? min(max(position, 0), 1) : 0.5) * Double(whole)
        let wanted = (middle - Double(length) / 2).nearestWhole
        return Int32(min(max(wanted, 0), Double(whole - length)))
    }
}

/// A rectangle in pixels as in V4L2: the origin is the top left, width and height are at least 1.
public struct PixelRectangle: Equatable, Sendable, Snapshotable {
    public var left: Int32
    public var top: Int32
    public var width: Int32
    public var height: Int32

    public init(left: Int32, top: Int32, width: Int32, height: Int32) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }
}
