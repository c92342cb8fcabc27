import SimulatedDevices

/// The noise of the sensor's pixels: normally distributed, the same for all brightnesses, and the same in every run.
struct SensorNoise {
    private let values: [Int16]

    private static let count = 1 << 14
    private static let longestRow = 1024

    /// `deviation` is the standard deviation, in steps of luma.
    init(deviation: Double) {
        var random = SplitMix64(seed: 0x5E45)
        values = (0..<Self.count + Self.longestRow).map { _ in Int16((random.gaussian() * deviation).rounded()) }
    }

    /// The noise of one row, taken from a random place. `width` is at most 1024.
    func row(of width: Int, _ random: inout SplitMix64) -> ArraySlice<Int16> {
        let start = Int(random.next() % UInt64(Self.count))
        return values[start..<start + width]
    }
}

extension SplitMix64 {
    /// Approximately normally distributed: the sum of eight bytes, with mean 0 and standard deviation 1.
    mutating func gaussian() -> Double {
        let bytes: UInt64 = next()
        let sum = stride(from: UInt64(0), to: 64, by: 8).reduce(0) { $0 + Int(bytes >> $1 & 0xFF) }
        // Eight times the mean and the variance of one byte.
        return (Double(sum) - 8 * 127.5) / (8.0 * 65_535 / 12).squareRoot()
    }
}
