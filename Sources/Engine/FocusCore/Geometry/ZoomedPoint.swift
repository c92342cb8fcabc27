extension PointOfInterest {
    /// The point of the sensor that is shown at this point of a picture that is enlarged so many times.
    func onSensor(under factor: Double) -> PointOfInterest {
        // Without a zoom not even the last bit changes.
        factor == 1 ? self : PointOfInterest(x: 0.5 + (x - 0.5) / factor, y: 0.5 + (y - 0.5) / factor)
    }

    /// The point of the picture at which this point of the sensor is shown; outside 0…1: it is not.
    func inPicture(under factor: Double) -> PointOfInterest {
        factor == 1 ? self : PointOfInterest(x: 0.5 + (x - 0.5) * factor, y: 0.5 + (y - 0.5) * factor)
    }

    /// The same; nil: it is not shown.
    func shown(under factor: Double) -> PointOfInterest? {
        guard factor != 1 else { return self }
        let point = inPicture(under: factor)
        // A point at the edge may leave it by the last bit.
        let tolerance = 1e-9
        guard point.x >= -tolerance, point.x <= 1 + tolerance, point.y >= -tolerance, point.y <= 1 + tolerance else {
            return nil
        }
        return point.clamped
    }

    /// The nearest point of the picture.
    var clamped: PointOfInterest { PointOfInterest(x: x.clamped(to: 0...1), y: y.clamped(to: 0...1)) }
}
