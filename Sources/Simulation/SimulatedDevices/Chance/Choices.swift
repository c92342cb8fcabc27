extension SplitMix64 {
    /// True with this probability, 0…1.
    public mutating func chance(_ probability: Double) -> Bool { nextUnit() < probability }

    public mutating func integer<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        let count = UInt64(Number.Magnitude(truncatingIfNeeded: range.upperBound &- range.lowerBound)) &+ 1
        return range.lowerBound &+ Number(truncatingIfNeeded: count == 0 ? next() : next() % count)
    }

    /// An index below `count`, which is 1 or more.
    public mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    public mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + nextUnit() * (range.upperBound - range.lowerBound)
    }

    /// One of the elements. There has to be at least one.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A nearly normal number with mean 0: the sum of four uniform numbers, never beyond ±3.5 deviations.
    public mutating func noise(_ deviation: Double) -> Double {
        guard deviation != 0 else { return 0 }
        let sum = (next() >> 33) &+ (next() >> 33) &+ (next() >> 33) &+ (next() >> 33)
        return (Double(sum) * 0x1p-31 - 2) * deviation * 1.732
    }
}
