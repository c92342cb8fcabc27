/// A tap at a point of the camera's image, on its way to the camera.
struct AskedTap: Equatable, Sendable, Snapshotable {
    var point: PointOfInterest
    var id: TapID?
}
