import Foundation

/// Choices from the generator.
extension SplitMix64 {
    /// True with this probability, 0…1.
    public mutating func chance(_ probability: Double) -> Bool { nextUnit() < probability }

    /// An integer of the range.
    public mutating func integer<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        let count = UInt64(truncatingIfNeeded: range.upperBound &- range.lowerBound) &+ 1
        return range.lowerBound &+ Number(truncatingIfNeeded: count == 0 ? next() : next() % count)
    }

    /// An index below `count`, which is 1 or more.
    public mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// A number of the range.
    public mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + nextUnit() * (range.upperBound - range.lowerBound)
    }

    /// One of the elements, of which there is at least one.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A normal number with mean 0 and standard deviation 1 (Box and Muller, 1958).
    public mutating func nextGaussian() -> Double {
        let radius = (-2 * log(max(nextUnit(), 1e-300))).squareRoot()
        return radius * cos(2 * Double.pi * nextUnit())
    }

    /// A number with mean 1 and this standard deviation, never below 0.
    public mutating func factor(noise: Double) -> Double { max(1 + noise * nextGaussian(), 0) }

    /// A nearly normal number with mean 0: the sum of four uniform numbers, never beyond ±3.5 deviations.
    public mutating func noise(_ deviation: Double) -> Double {
        guard deviation != 0 else { return 0 }
        let sum = (next() >> 33) &+ (next() >> 33) &+ (next() >> 33) &+ (next() >> 33)
        return (Double(sum) * 0x1p-31 - 2) * deviation * 1.732
    }
}
