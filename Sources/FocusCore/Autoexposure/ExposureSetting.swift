/// What an exposure is made of, as far as it can be set.
public struct ExposureSetting: Equatable, Sendable {
    /// V4L2_CID_EXPOSURE_ABSOLUTE, in units of 100 µs.
    public var time: Int64
    /// V4L2_CID_GAIN, in a unit that only the camera knows. Nil: it has none, or what it has is not known.
    public var gain: Int64?

    public init(time: Int64, gain: Int64? = nil) {
        self.time = time
        self.gain = gain
    }
}

/// Whole numbers from one to another, at equal distances: the range of a V4L2 control.
public struct ControlSteps: Equatable, Sendable {
    public let least: Int64
    public let most: Int64
    /// From one to the next, 1 or more.
    public let step: Int64

    /// V4L2's plain controls are 32 bits wide; what is beyond is a driver's mistake and is cut off.
    private static let widest: Int64 = 1 << 31

    /// Nil where the range is empty or upside down. A step of 0 or less counts as 1.
    public init?(least: Int64, most: Int64, step: Int64 = 1) {
        guard least <= most else { return nil }
        self.least = min(max(least, -Self.widest), Self.widest)
        self.step = min(max(step, 1), Self.widest)
        let limit = min(max(most, -Self.widest), Self.widest)
        // The last that is a whole number of steps from the first.
        self.most = self.least + (limit - self.least) / self.step * self.step
    }

    /// The last step that is not above the number; the first, if all are. NaN is below all.
    public func floor(_ number: Double) -> Int64 {
        guard number > Double(least) else { return least }
        guard number < Double(most) else { return most }
        // Between the ends, so that neither the conversion nor the sum can overflow.
        return least + Int64((number - Double(least)) / Double(step)) * step
    }

    /// The nearest step.
    public func nearest(_ number: Double) -> Int64 {
        let below = floor(number)
        let above = min(below + step, most)
        return Double(above) - number < number - Double(below) ? above : below
    }
}
