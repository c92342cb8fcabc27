/// A point in the camera's image: (0, 0) is the top left and (1, 1) the bottom right of the unrotated image, as AVFoundation's
/// `focusPointOfInterest`.
public struct PointOfInterest: Equatable, Sendable, Snapshotable {
    /// From the left edge, 0…1.
    public var x: Double
    /// From the top edge, 0…1.
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The middle of the image.
    public static let centre = PointOfInterest(x: 0.5, y: 0.5)
}
