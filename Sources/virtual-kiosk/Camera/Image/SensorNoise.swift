/// The noise of the sensor's pixels: normally distributed, the same for all brightnesses, and the same in every run.
struct SensorNoise {
    private let values: [Int16]

    private static let count = 1 << 14
    private static let longestRow = 1024

    /// `deviation` is the standard deviation, in steps of luma.
    init(deviation: Double) {
        var random = SplitMix64(state: 0x5E45)
        values = (0..<Self.count + Self.longestRow).map { _ in Int16((random.gaussian() * deviation).rounded()) }
    }

    /// The noise of one row, taken from a random place. `width` is at most 1024.
    func row(of width: Int, _ random: inout SplitMix64) -> ArraySlice<Int16> {
        let start = Int(random.next() % UInt64(Self.count))
        return values[start..<start + width]
    }
}
