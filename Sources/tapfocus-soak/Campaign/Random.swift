import SimulatedDevices

/// Choices from the project's generator.
extension SplitMix64 {
    /// True with this probability, 0…1.
    mutating func chance(_ probability: Double) -> Bool { nextUnit() < probability }

    /// An integer of the range.
    mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
        let count = UInt64(bitPattern: range.upperBound &- range.lowerBound) &+ 1
        return range.lowerBound &+ Int64(bitPattern: count == 0 ? next() : next() % count)
    }

    /// An index below `count`, which is 1 or more.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// A number of the range.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + nextUnit() * (range.upperBound - range.lowerBound)
    }

    /// One of the elements, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
