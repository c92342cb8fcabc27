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
