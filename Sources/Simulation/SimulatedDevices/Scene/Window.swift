/// A window, and through it mountains in the sun.
enum Window {
    private static let left = 0.615
    private static let right = 0.955
    private static let top = 0.10
    private static let bottom = 0.70

    static func surface(x: Double, y: Double) -> Surface? {
        guard x >= left, x < right, y >= top, y < bottom else { return nil }
        let u = (x - left) / (right - left)
        let v = (y - top) / (bottom - top)
        if isFrame(u, v) {
            return Surface(
                light: Light(red: 0.34, green: 0.33, blue: 0.31), dioptres: Scene.windowFrameDioptres, texture: 0.5)
        }
        let (light, texture) = outside(u, v)
        return Surface(light: light, dioptres: Scene.outsideDioptres, texture: texture, isLampLit: false)
    }

    private static func isFrame(_ u: Double, _ v: Double) -> Bool {
        let isBorder = u < 0.04 || u > 0.96 || v < 0.045 || v > 0.955
        return isBorder || abs(u - 0.62) < 0.02
    }

    private static func outside(_ u: Double, _ v: Double) -> (light: Light, texture: Double) {
        if v > 0.80 + 0.05 * u {
            let isDark = Int((u * 26 + v * 10).rounded(.down)) & 1 == 0
            return (Light(red: 0.55, green: 1.5, blue: 0.30) * (isDark ? 0.65 : 1), 1)
        }
        for peak in peaks {
            let below = v - peak.top - abs(u - peak.middle) * peak.slope
            guard below > 0 else { continue }
            let zigzag = Int((u * 34).rounded(.down)) & 1 == 0 ? 0.10 : 0.05
            if v < peak.top + 0.14 + zigzag { return (Light(red: 5.2, green: 5.3, blue: 5.6), 1) }
            let isSunny = u > peak.middle
            return (Light(red: 1.25, green: 1.30, blue: 1.75) * (isSunny ? 1.15 : 0.6), 1)
        }
        let fromSun = (u - 0.84) * (u - 0.84) * 1.1 + (v - 0.22) * (v - 0.22)
        if fromSun < 0.0075 { return (Light(red: 11, green: 9.5, blue: 5), 0.3) }
        return (Light(red: 1.0 + 1.0 * v, green: 2.1 + 0.9 * v, blue: 4.6), 0.1)
    }

    private static let peaks: [(middle: Double, top: Double, slope: Double)] = [
        (0.30, 0.20, 1.25), (0.72, 0.40, 1.1), (0.06, 0.45, 1.0), (0.98, 0.48, 0.9),
    ]
}
