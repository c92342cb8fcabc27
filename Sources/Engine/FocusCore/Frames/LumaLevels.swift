struct LumaLevels {
    var black: UInt8
    var white: UInt8

    init(of plane: LumaPlane) {
        black = plane.isLimitedRange ? 16 : 0
        white = plane.isLimitedRange ? 235 : 255
    }
}

/// Brightness sums of pixels; several areas can be added to one tally.
struct LumaTally {
    var pixels = 0
    var sum: UInt64 = 0
    var bright = 0
    var dark = 0

    @inline(__always)
    mutating func add(_ pixel: UInt8, _ levels: LumaLevels) {
        pixels &+= 1
        sum &+= UInt64(pixel)
        if pixel >= levels.white { bright &+= 1 }
        if pixel <= levels.black { dark &+= 1 }
    }

    /// The mean as a share of the range from black to white, 0…1.
    func mean(_ levels: LumaLevels) -> Double {
        guard pixels > 0 else { return 0 }
        let level = Double(sum) / Double(pixels)
        return min(max((level - Double(levels.black)) / Double(levels.white &- levels.black), 0), 1)
    }

    /// The share of pixels that `count` is, 0…1.
    func share(_ count: Int) -> Double {
        pixels > 0 ? Double(count) / Double(pixels) : 0
    }
}
