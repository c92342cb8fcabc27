/// Irregularities of a surface: noise that is smooth over one unit. It uses arithmetic only, and is the same on every machine.
enum Grain {
    /// A number 0…1 for each pair of integers.
    static func speck(_ x: Int32, _ y: Int32) -> Double {
        var mixed = UInt32(bitPattern: x) &* 0x9e37_79b1 ^ UInt32(bitPattern: y) &* 0x85eb_ca77
        mixed = (mixed ^ (mixed >> 15)) &* 0x2c1b_3c6d
        mixed = (mixed ^ (mixed >> 12)) &* 0x297a_2d39
        return Double((mixed ^ (mixed >> 15)) >> 8) * 0x1p-24
    }

    /// Smooth noise, 0…1, between the specks of whole numbers.
    static func smooth(_ x: Double, _ y: Double) -> Double {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int32(left), Int32(top))
        let (right, down) = (eased(x - left), eased(y - top))
        let above = mixed(speck(column, row), speck(column &+ 1, row), right)
        let below = mixed(speck(column, row &+ 1), speck(column &+ 1, row &+ 1), right)
        return mixed(above, below, down)
    }

    /// Noise with details, 0…1: each octave is half as large and half as strong as the one before.
    static func detailed(_ x: Double, _ y: Double, octaves: Int) -> Double {
        var (sum, strength, whole) = (0.0, 0.5, 0.0)
        var (x, y) = (x, y)
        for _ in 0..<octaves {
            sum += strength * smooth(x, y)
            whole += strength
            strength /= 2
            (x, y) = (x * 2.03 + 17.7, y * 2.03 - 9.1)
        }
        return sum / whole
    }

    /// Noise with sharp crests, 0…1, as rock has.
    static func crests(_ x: Double, _ y: Double, octaves: Int) -> Double {
        var (sum, strength, whole) = (0.0, 0.5, 0.0)
        var (x, y) = (x, y)
        for _ in 0..<octaves {
            sum += strength * (1 - abs(2 * smooth(x, y) - 1))
            whole += strength
            strength /= 2
            (x, y) = (x * 2.17 + 5.3, y * 2.17 + 11.9)
        }
        return sum / whole
    }

    /// A wave of period 1 between 0 and 1.
    static func wave(_ turns: Double) -> Double {
        let phase = (turns - turns.rounded(.down)) * 2 - 1
        return eased(abs(phase))
    }

    /// 0 below the first number, 1 above the second, smooth between them.
    static func step(_ from: Double, _ to: Double, _ value: Double) -> Double {
        eased(min(max((value - from) / (to - from), 0), 1))
    }

    static func mixed(_ one: Double, _ other: Double, _ share: Double) -> Double { one + (other - one) * share }

    private static func eased(_ share: Double) -> Double { share * share * (3 - 2 * share) }
}

extension Light {
    /// This light, and a share of the other one in its place.
    func mixed(_ other: Light, _ share: Double) -> Light { self * (1 - share) + other * share }
}
