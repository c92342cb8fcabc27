/// The sharpness of a part of the picture over the lens positions, for cameras without optics. The summit is 1 above the floor,
/// and a hyperbola falls to a half of it at `width` positions from the summit.
public enum SharpnessCurve: Sendable {
    /// 1 / (1 + ((x − p) / w)²), where x is the position, p the summit and w the width.
    case hyperbola(floor: Double)
    /// The square of the hyperbola: steeper flanks, lower tails.
    case square(floor: Double)
    /// exp(−((x − p) / w)² / 2)
    case bell(floor: Double)
    /// A hyperbola whose upper side is half as wide again.
    case skewed(floor: Double)

    public func value(_ position: Double, peak: Double, width: Double) -> Double {
        let distance = (position - peak) / width
        switch self {
        case .hyperbola(let floor): return floor + Self.hyperbola(distance)
        case .square(let floor): return floor + Self.hyperbola(distance) * Self.hyperbola(distance)
        case .bell(let floor): return floor + Self.exponential(-distance * distance / 2)
        case .skewed(let floor): return floor + Self.hyperbola(distance > 0 ? distance / 1.5 : distance)
        }
    }

    /// e to the power of a negative number, to 0.0001 where the result is not nearly 0: (1 + x / n)ⁿ with n = 2²⁰. The target has
    /// no mathematics library.
    private static func exponential(_ x: Double) -> Double {
        var power = max(1 + x / 0x1p20, 0)
        for _ in 0..<20 { power *= power }
        return power
    }

    private static func hyperbola(_ distance: Double) -> Double { 1 / (1 + distance * distance) }
}
