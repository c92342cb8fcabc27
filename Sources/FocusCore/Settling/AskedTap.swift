/// A tap at a point of the camera's image, on its way to the camera.
struct AskedTap: Equatable, Sendable {
    var point: PointOfInterest
    var id: TapID?
}
