/// The light that a camera's gain gives: the usual, until a step of the gain alone has shown another. V4L2 leaves the unit to the driver.
struct GainScale: Equatable, Sendable, Snapshotable {
    private enum Law: Equatable, Sendable, Snapshotable {
        /// Light is proportional to the number plus an offset: 0 where it is the factor, 16 where the sensor multiplies by 1 + gain/16.
        case proportional(offset: Double)
        /// Each unit of gain is this many EV, as where the unit is a fraction of a decibel.
        case even(Double)
    }

    private let law: Law

    /// The usual gain: twice the number is twice the light.
    static let usual = GainScale(law: .proportional(offset: 0))

    /// A step that changed less than this, in EV, shows only that the gain has hardly any effect.
    private static let smallest = 0.05
}

extension GainScale {
    /// Derives the scale from a step of the gain alone and its light in EV. Nil when the gain did not change, or the light is not finite.
    init?(from first: Int64, to second: Int64, light: Double) {
        guard first != second, light.isFinite else { return nil }
        let (low, high) = (Double(min(first, second)), Double(max(first, second)))
        let given = first < second ? light : -light
        guard given >= Self.smallest else {
            law = .even(max(given, 0) / (high - low))
            return
        }
        let factor = given.powerOfTwo
        let offset = (high - factor * low) / (factor - 1)
        // A gain that grows faster than its number grows by a constant factor for each unit.
        law = offset < -low.magnitude / 4 ? .even(given / (high - low)) : .proportional(offset: max(offset, 0))
    }

    /// The EV from one gain to another; nil when unknown, as from a gain of 0 in an unknown unit.
    func light(from first: Int64, to second: Int64) -> Double? {
        if first == second { return 0 }
        switch law {
        case .proportional(let offset):
            let (before, after) = (Double(first) + offset, Double(second) + offset)
            return before > 0 && after > 0 ? (after / before).binaryLogarithm : nil
        case .even(let unit):
            return (Double(second) - Double(first)) * unit
        }
    }

    /// The gain at a distance in EV from another gain, as a fraction between two steps; nil: the scale does not have it, or is unknown.
    func gain(light: Double, from gain: Int64) -> Double? {
        switch law {
        case .proportional(let offset):
            let before = Double(gain) + offset
            return before > 0 ? before * light.powerOfTwo - offset : nil
        case .even(let unit):
            return unit > 0 ? Double(gain) + light / unit : nil
        }
    }
}
