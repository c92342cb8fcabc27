/// What a camera's gain makes of the light. V4L2 leaves the unit to the driver, so it is taken for the usual one until a step
/// of the gain alone has shown another.
struct GainScale: Equatable, Sendable {
    private enum Law: Equatable, Sendable {
        /// The light is proportional to the gain's number and so much more: 0 where it is the number itself, 16 where
        /// 1 + gain/16 is what the sensor multiplies by.
        case proportional(offset: Double)
        /// Each unit is so many EV, as where the unit is a part of a decibel.
        case even(Double)
    }

    private let law: Law

    /// What most gains are: twice the number, twice the light.
    static let usual = GainScale(law: .proportional(offset: 0))

    /// A step that gave less than this, in EV, says only that the gain does next to nothing.
    private static let smallest = 0.05

    private init(law: Law) {
        self.law = law
    }

    /// From a step of the gain alone, and the EV that it gave. Nil: it was none.
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
        // A gain that grows faster than its number grows by a factor for each unit.
        law = offset < -low.magnitude / 4 ? .even(given / (high - low)) : .proportional(offset: max(offset, 0))
    }

    /// The EV from one gain to another; nil where that is not known, as from a gain of 0 whose unit is not known.
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

    /// The gain, between two steps as it may be, that is so many EV from another; nil where that is not known, or none is.
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
