/// The range of V4L2_CID_ZOOM_ABSOLUTE. The control has no unit. Of 27 cameras that have it, ten begin at 100 and end at 400 or 500: theirs
/// are hundredths of the factor. The smallest value enlarges nothing in any unit, unless a quirk says otherwise.
struct ZoomRange: Equatable, Sendable, Snapshotable {
    var minimum: Int64
    var maximum: Int64
    var step: Int64
    /// The factors at its ends, with even steps between them; nil: no quirk tells them.
    var factors: Factors?

    struct Factors: Equatable, Sendable, Snapshotable {
        /// 1 or more.
        var least: Double
        /// More than the least.
        var most: Double
    }

    private static let hundredths: Int64 = 100
    /// A range that ends above is in another unit: no camera enlarges more than this.
    static let largestFactor = 100.0

    /// True when the values are hundredths of the factor.
    private var isInHundredths: Bool {
        minimum == Self.hundredths && Double(maximum) <= Double(Self.hundredths) * Self.largestFactor
    }

    /// True when the factor of every value is known.
    private var isKnown: Bool { factors != nil || isInHundredths }

    /// Nil: the unit is unknown.
    func factor(of value: Int64) -> Double? {
        if let factors { return factors.least + linear(value) * (factors.most - factors.least) }
        if value <= minimum { return 1 }
        guard isInHundredths else { return nil }
        return Double(min(value, maximum)) / Double(Self.hundredths)
    }

    /// The place in the range, 0…1.
    func linear(_ value: Int64) -> Double {
        guard minimum < maximum else { return 0 }
        let share = (Double(value) - Double(minimum)) / (Double(maximum) - Double(minimum))
        return share.clamped(to: 0...1)
    }

    /// The value at a place in the range; nil: it is outside.
    func value(linear share: Double) -> Int64? {
        guard share >= 0, share <= 1, minimum < maximum else { return nil }
        return stepped(Double(minimum) + share * (Double(maximum) - Double(minimum)))
    }

    /// The value of a factor; nil: it is outside the range, or the unit is unknown.
    func value(factor: Double) -> Int64? {
        if let factors { return value(linear: (factor - factors.least) / (factors.most - factors.least)) }
        guard isInHundredths, factor >= 1, factor * Double(Self.hundredths) <= Double(maximum) else { return nil }
        return stepped(factor * Double(Self.hundredths))
    }

    /// The measure in which a ramp is even: doublings where the factor is known, else shares of the range.
    func position(of value: Int64) -> Double {
        guard isKnown else { return linear(value) }
        return (factor(of: value) ?? 1).binaryLogarithm
    }

    func value(at position: Double) -> Int64 {
        guard isKnown else { return value(linear: position.clamped(to: 0...1)) ?? minimum }
        guard let factors else { return stepped(position.powerOfTwo * Double(Self.hundredths)) }
        return value(factor: min(max(position.powerOfTwo, factors.least), factors.most)) ?? minimum
    }

    /// The nearest value of the control.
    private func stepped(_ number: Double) -> Int64 {
        guard number > Double(minimum) else { return minimum }
        guard number < Double(maximum), number.magnitude < 9e15 else { return maximum }
        let (least, width) = (Double(minimum), Double(max(step, 1)))
        let nearest = (least + ((number - least) / width).nearestWhole * width).clamped(to: least...Double(maximum))
        return nearest.magnitude < 9e18 ? Int64(nearest) : nearest < 0 ? minimum : maximum
    }
}

/// The camera's zoom, as programs hear of it.
public struct ZoomReport: Equatable, Sendable {
    /// The place of the zoom in its range, 0…1.
    public var linear: Double
    /// The number of times by which the picture is enlarged; nil: the control's unit is unknown.
    public var factor: Double?
    /// The largest factor; nil: unknown.
    public var largest: Double?
    /// True while it is on its way to where somebody wants it.
    public var isRamping: Bool
    /// The held point in coordinates of the picture as it is shown now; nil: nothing is held, or the point is outside.
    public var point: PointOfInterest?

    public init(
        linear: Double, factor: Double?, largest: Double?, isRamping: Bool = false, point: PointOfInterest?
    ) {
        self.linear = linear
        self.factor = factor
        self.largest = largest
        self.isRamping = isRamping
        self.point = point
    }
}
