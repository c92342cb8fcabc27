/// The point of the picture about which continuous focus and exposure go on: the centre of the view. The camera was told the point of the
/// sensor that was shown there, at the zoom of that moment. A configuration with another crop takes effect when the zoom changes.
struct ContinuousCentre: Equatable, Sendable, Snapshotable {
    /// In coordinates of the picture.
    var point: PointOfInterest
    /// The number of times by which the zoom enlarged the picture.
    private let factor: Double
    /// In coordinates of the sensor.
    private let told: PointOfInterest

    /// - Parameter point: in coordinates of the sensor.
    init(onSensor point: PointOfInterest, under factor: Double) {
        self.point = point.inPicture(under: factor)
        (self.factor, told) = (factor, point)
    }

    /// The point of the sensor that another zoom shows there; nil: the same. The middle of the picture stays where it is under every zoom,
    /// and the centre of a view that shows a part of the picture does not.
    @inline(__always)
    func moved(under factor: Double) -> PointOfInterest? {
        guard factor != self.factor else { return nil }
        let moved = point.onSensor(under: factor)
        return moved == told ? nil : moved
    }
}
