/// A small generator of random numbers (Steele, Lea and Flood, 2014): the same seed gives the same camera.
struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Approximately normally distributed: the sum of eight bytes, with mean 0 and standard deviation 1.
    mutating func gaussian() -> Double {
        var bytes = next()
        var sum = 0
        for _ in 0..<8 {
            sum += Int(bytes & 0xFF)
            bytes >>= 8
        }
        // Eight times the mean and the variance of one byte.
        return (Double(sum) - 8 * 127.5) / (8.0 * 65_535 / 12).squareRoot()
    }
}
