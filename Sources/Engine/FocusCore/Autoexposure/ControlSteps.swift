/// The values that a V4L2 control accepts: whole numbers at equal distances, or those of a list.
public struct ControlSteps: Equatable, Sendable, Snapshotable, SnapshotChecked {
    public let least: Int64
    public let most: Int64
    /// The distance between two values, 1 or more; 1 for a list.
    public let step: Int64
    /// The list of accepted values between `least` and `most`, increasing; empty for equal distances.
    private let list: [Int64]

    /// V4L2's plain controls are 32 bits wide. A larger number is a driver's mistake and is cut off.
    private static let widest: Int64 = 1 << 31

    /// Nil when the range is empty or inverted. A step of 0 or less counts as 1.
    public init?(least: Int64, most: Int64, step: Int64 = 1) {
        guard least <= most else { return nil }
        self.least = min(max(least, -Self.widest), Self.widest)
        self.step = min(max(step, 1), Self.widest)
        let limit = min(max(most, -Self.widest), Self.widest)
        // The last value that is a whole number of steps from the first.
        self.most = self.least + (limit - self.least) / self.step * self.step
        list = []
    }

    /// The values of a list. Nil when the list is empty, not increasing, or exceeds 32 bits.
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

    var isSound: Bool {
        let usual = ControlSteps(increasing: list) ?? ControlSteps(least: least, most: most, step: step)
        return usual?.limited(from: least, to: most) == self
    }

    /// True when only the values of a list are accepted.
    public var isList: Bool { !list.isEmpty }

    /// The values between two limits; nil when there are none. Without a list, `first` must be an accepted value.
    func limited(from first: Int64, to last: Int64) -> ControlSteps? {
        guard isList else { return ControlSteps(least: first, most: last, step: step) }
        let (low, high) = (Double(max(first, least)), Double(min(last, most)))
        guard low <= high else { return nil }
        let below = floor(low)
        let lowest = Double(below) < low ? after(below) : below
        let highest = floor(high)
        return lowest <= highest ? ControlSteps(least: lowest, most: highest, of: list) : nil
    }

    /// The largest value that is not above the number, or the first value if all are above it. NaN counts as below all.
    public func floor(_ number: Double) -> Int64 {
        guard number > Double(least) else { return least }
        guard number < Double(most) else { return most }
        guard isList else {
            // The number is between the ends here, so neither the conversion nor the sum can overflow.
            return least + Int64((number - Double(least)) / Double(step)) * step
        }
        var below = least
        for value in list where Double(value) <= number { below = value }
        return below
    }

    /// The value after the given one; the last value if there is none.
    public func after(_ value: Int64) -> Int64 {
        guard isList else { return value < most ? min(value + step, most) : most }
        for next in list where next > value && next >= least { return min(next, most) }
        return most
    }

    /// The nearest value.
    public func nearest(_ number: Double) -> Int64 {
        let below = floor(number)
        let above = after(below)
        return Double(above) - number < number - Double(below) ? above : below
    }
}
