/// The camera's zoom, V4L2_CID_ZOOM_ABSOLUTE. Taps, frames and what a person sees are in coordinates of the zoomed picture. The points that
/// the engine keeps, and UVC's regions of interest (UVC 1.5, 4.2.2.1.20), are in those of the whole sensor, which no zoom changes.
///
/// A zoom enlarges the picture about its middle: a digital one that is moved by pan and tilt is not followed.
struct Zoom: Equatable, Sendable, Snapshotable {
    /// The range of the control; nil: the camera has no zoom.
    private let range: ZoomRange?
    /// The value now; nil: unknown.
    private(set) var value: Int64?
    /// The time from which frames show the picture at rest again; nil: they do already.
    private(set) var rest: Instant?
    private var hasReported = false

    /// The time after a change in which frames are of no use for a search. A digital zoom is there within a few frames.
    private static let pause = TimeSpan.milliseconds(500)

    init(_ camera: CameraCapabilities) {
        let control = camera.control(.zoomAbsolute)
        range = control.map { ZoomRange(minimum: $0.minimum, maximum: $0.maximum) }
        value = control?.value?.integer
    }

    /// The number of times by which the picture is enlarged, 1 without a zoom; nil: unknown.
    @inline(__always)
    var factor: Double? {
        guard let range else { return 1 }
        return value.flatMap { range.factor(of: $0) }
    }

    /// The factor with which coordinates are converted. One that is unknown is taken as 1, and said (`mustReport`).
    @inline(__always)
    var usedFactor: Double { range == nil ? 1 : factor ?? 1 }

    /// The present zoom for programs; nil: the camera has none, or its value is unknown.
    /// - Parameter point: the held point, in coordinates of the sensor.
    func report(showing point: PointOfInterest?) -> ZoomReport? {
        guard let range, let value else { return nil }
        return ZoomReport(
            linear: range.linear(value), factor: factor, largest: range.factor(of: range.maximum),
            point: point?.shown(under: usedFactor))
    }

    /// The camera has another zoom.
    /// - Returns: false when it is the same.
    mutating func change(to value: Int64, at time: Instant) -> Bool {
        guard range != nil, value != self.value else { return false }
        self.value = value
        rest = time.advanced(by: Self.pause)
        return true
    }

    /// True when the fault is to be reported that coordinates are not converted, which is once for each camera.
    mutating func mustReport() -> Bool {
        guard range != nil, factor == nil, !hasReported else { return false }
        hasReported = true
        return true
    }

    /// True when a frame may show the picture on its way to another zoom.
    @inline(__always)
    func isMoving(in frame: FrameStatistics) -> Bool { rest.map { frame.captured < $0 } ?? false }

    /// The picture rests again.
    /// - Returns: false when it has rested before.
    mutating func hasComeToRest() -> Bool {
        guard rest != nil else { return false }
        rest = nil
        return true
    }
}

/// The range of V4L2_CID_ZOOM_ABSOLUTE. The control has no unit. Of 27 cameras that have it, ten begin at 100 and end at 400 or 500: theirs
/// are hundredths of the factor. The smallest value enlarges nothing, whatever the unit.
struct ZoomRange: Equatable, Sendable, Snapshotable {
    var minimum: Int64
    var maximum: Int64

    private static let hundredths: Int64 = 100
    /// A range that ends above is in another unit: no camera enlarges more than this.
    private static let largestFactor: Int64 = 100

    /// Nil: the unit is unknown.
    func factor(of value: Int64) -> Double? {
        if value <= minimum { return 1 }
        guard minimum == Self.hundredths, maximum <= Self.hundredths * Self.largestFactor else { return nil }
        return Double(min(value, maximum)) / Double(Self.hundredths)
    }

    /// The place in the range, 0…1.
    func linear(_ value: Int64) -> Double {
        guard minimum < maximum else { return 0 }
        let share = (Double(value) - Double(minimum)) / (Double(maximum) - Double(minimum))
        return share.clamped(to: 0...1)
    }
}

/// The camera's zoom, as programs are told of it.
public struct ZoomReport: Equatable, Sendable {
    /// The place of the zoom in its range, 0…1.
    public var linear: Double
    /// The number of times by which the picture is enlarged; nil: the control's unit is unknown.
    public var factor: Double?
    /// The largest factor; nil: unknown.
    public var largest: Double?
    /// The held point in coordinates of the picture as it is shown now; nil: nothing is held, or the point is outside.
    public var point: PointOfInterest?

    public init(linear: Double, factor: Double?, largest: Double?, point: PointOfInterest?) {
        self.linear = linear
        self.factor = factor
        self.largest = largest
        self.point = point
    }
}

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

extension FocusState {
    /// The state with its point in coordinates of the picture. A point that is not shown any more is at the picture's edge.
    func inPicture(under factor: Double) -> FocusState {
        guard factor != 1, case .autoAndForceLocked(let point) = self else { return self }
        return .autoAndForceLocked(point.inPicture(under: factor).clamped)
    }
}

extension Indicator {
    /// The same, of an indicator.
    func inPicture(under factor: Double) -> Indicator {
        guard factor != 1, case .smallAtPoint(let point) = self else { return self }
        return .smallAtPoint(point.inPicture(under: factor).clamped)
    }
}
