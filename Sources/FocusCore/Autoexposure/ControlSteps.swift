/// The numbers that a V4L2 control takes: whole numbers at equal distances, or those of a list.
public struct ControlSteps: Equatable, Sendable {
    public let least: Int64
    public let most: Int64
    /// From one to the next, 1 or more; 1 for a list.
    public let step: Int64
    /// The only numbers that count between `least` and `most`, increasing; empty: all at equal distances.
    private let list: [Int64]

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
        list = []
    }

    /// The numbers of a list. Nil where it is empty, not increasing, or beyond 32 bits.
    public init?(increasing list: [Int64]) {
        guard let first = list.first, let last = list.last, first >= -Self.widest, last <= Self.widest else {
            return nil
        }
        for index in list.indices.dropFirst() where list[index] <= list[index - 1] { return nil }
        (least, most, step) = (first, last, 1)
        self.list = list
    }

    private init(least: Int64, most: Int64, of list: [Int64]) {
        (self.least, self.most, step) = (least, most, 1)
        self.list = list
    }

    /// Whether only the numbers of a list count.
    public var isList: Bool { !list.isEmpty }

    /// The same between two limits; nil where there is none. Of equal steps, `first` must be one.
    func limited(from first: Int64, to last: Int64) -> ControlSteps? {
        guard isList else { return ControlSteps(least: first, most: last, step: step) }
        let (low, high) = (Double(max(first, least)), Double(min(last, most)))
        guard low <= high else { return nil }
        let below = floor(low)
        let lowest = Double(below) < low ? after(below) : below
        let highest = floor(high)
        return lowest <= highest ? ControlSteps(least: lowest, most: highest, of: list) : nil
    }

    /// The last step that is not above the number; the first, if all are. NaN is below all.
    public func floor(_ number: Double) -> Int64 {
        guard number > Double(least) else { return least }
        guard number < Double(most) else { return most }
        guard isList else {
            // Between the ends, so that neither the conversion nor the sum can overflow.
            return least + Int64((number - Double(least)) / Double(step)) * step
        }
        var below = least
        for value in list where Double(value) <= number { below = value }
        return below
    }

    /// The step after one; the last, if there is none.
    public func after(_ value: Int64) -> Int64 {
        guard isList else { return value < most ? min(value + step, most) : most }
        for next in list where next > value && next >= least { return min(next, most) }
        return most
    }

    /// The nearest step.
    public func nearest(_ number: Double) -> Int64 {
        let below = floor(number)
        let above = after(below)
        return Double(above) - number < number - Double(below) ? above : below
    }
}
