/// A person at the lookout, 60 cm away. Lengths count in the picture's height, before `size`; `right` is the way from the person's middle.
enum Guest {
    static func surface(x: Double, y: Double) -> Surface? {
        // A head at that distance takes up two fifths of the picture's height.
        let right = x * 16 / 9 / size
        let y = 0.09 + (y - 0.04) / size
        guard abs(right) < 0.52, let light = head(right, y) ?? neck(right, y) ?? jumper(right, y) else { return nil }
        return Surface(light: light, dioptres: Scene.visitorDioptres, texture: 0.7)
    }

    private static let size = 1.35

    /// The distance of a point from the middle of an ellipse; 1 is its edge.
    private static func distance(_ right: Double, _ down: Double, _ width: Double, _ height: Double) -> Double {
        ((right / width) * (right / width) + (down / height) * (down / height)).squareRoot()
    }

    /// Light comes from the window, behind on the right, and from the room.
    private static func shade(_ right: Double) -> Double { 0.78 + 0.28 * Grain.step(-0.10, 0.14, right) }

    private static func skin(_ right: Double, _ light: Double) -> Light {
        Light(red: 0.230, green: 0.138, blue: 0.098) * (light * shade(right))
    }

    private static func head(_ right: Double, _ y: Double) -> Light? {
        let down = y - 0.255
        // The jaw is narrower than the brow.
        let width = 0.108 - 0.028 * Grain.step(0.02, 0.16, down)
        let face = distance(right, down, width, 0.150)
        if let hair = hair(right, down, face) { return hair }
        guard face < 1 else { return ear(right, down) }
        let round = 1.08 - 0.35 * face * face * face
        return features(right, down) ?? skin(right, round * cheeks(right, down))
    }

    private static func hair(_ right: Double, _ down: Double, _ face: Double) -> Light? {
        let cap = distance(right + 0.006, down + 0.035, 0.128, 0.150)
        let fringe = -0.082 + 0.030 * (right + 0.05) / 0.1 + 0.010 * Grain.smooth(right * 60, 1)
        let isSide = abs(right) > 0.088 && down < 0.075
        guard cap < 1 + 0.03 * (Grain.smooth(right * 40, down * 40) - 0.5),
            down < fringe || isSide || (face >= 1 && down < 0.02)
        else { return nil }
        let strands = Grain.detailed(right * 130 + 8 * down, down * 14, octaves: 3)
        let shine = 0.55 * Grain.step(0.12, 0.0, abs(cap - 0.62)) * Grain.step(0.02, -0.10, down)
        return Light(red: 0.085, green: 0.046, blue: 0.024) * ((0.45 + 1.0 * strands + shine) * shade(right))
    }

    private static func ear(_ right: Double, _ down: Double) -> Light? {
        let place = distance(abs(right) - 0.104, down - 0.005, 0.017, 0.032)
        return place < 1 ? skin(right, 0.92 - 0.25 * place) : nil
    }

    private static func cheeks(_ right: Double, _ down: Double) -> Double {
        let sockets = 0.13 * Grain.step(0.034, 0.008, distance(abs(right) - 0.042, down + 0.018, 1, 0.7))
        let underLip = 0.10 * Grain.step(0.02, 0.004, distance(right, down - 0.105, 2.4, 1))
        return 1 - sockets - underLip + 0.02 * (Grain.smooth(right * 300, down * 300) - 0.5)
    }

    private static func features(_ right: Double, _ down: Double) -> Light? {
        let side = abs(right) - 0.042
        // Brows, eyes, nose, mouth.
        if distance(side, down + 0.043 - 4 * side * side, 0.024, 0.0052) < 1 {
            return Light(red: 0.040, green: 0.022, blue: 0.014)
        }
        let eye = distance(side, down + 0.017, 0.0195, 0.0088 + 0.0015)
        if eye < 1 {
            let iris = distance(side, down + 0.017, 0.0085, 0.0085)
            if distance(side - 0.003, down + 0.021, 0.0024, 0.0024) < 1 {
                return Light(red: 0.5, green: 0.5, blue: 0.5)
            }
            if iris < 0.5 { return Light(red: 0.006, green: 0.006, blue: 0.007) }
            if iris < 1 { return Light(red: 0.035, green: 0.062, blue: 0.060) }
            return eye > 0.82
                ? Light(red: 0.045, green: 0.026, blue: 0.020)
                : Light(red: 0.27, green: 0.26, blue: 0.25) * shade(right)
        }
        let bridge =
            Grain.step(0.006, 0.0, abs(right + 0.010)) * Grain.step(-0.02, 0.03, down) * Grain.step(0.052, 0.04, down)
        if bridge > 0.4 { return skin(right, 0.86) }
        if distance(abs(right) - 0.011, down - 0.050, 0.0062, 0.0038) < 1 { return skin(right, 0.45) }
        // A smile: the corners are higher than the middle.
        let lips = down - 0.083 + 5.5 * right * right
        if abs(right) < 0.036, abs(lips) < 0.0085 * (1 - abs(right) / 0.040) {
            return abs(lips) < 0.0012
                ? Light(red: 0.075, green: 0.026, blue: 0.024)
                : Light(red: 0.235, green: 0.088, blue: 0.080) * shade(right)
        }
        return nil
    }

    private static func neck(_ right: Double, _ y: Double) -> Light? {
        guard y > 0.33, y < 0.475, abs(right) < 0.052 + 0.10 * max(y - 0.43, 0) else { return nil }
        return skin(right, 0.62 + 0.25 * Grain.step(0.40, 0.46, y))
    }

    /// Shoulders, arms and a jumper of thick wool.
    private static func jumper(_ right: Double, _ y: Double) -> Light? {
        let collar = 0.425 + 2.2 * right * right
        let slope = 0.425 + 0.30 * abs(right) + 5.5 * max(abs(right) - 0.20, 0) * max(abs(right) - 0.20, 0)
        let arm = 0.335 + 0.10 * Grain.step(0.50, 1.0, y)
        guard y > max(slope, abs(right) < 0.08 ? collar : 0), abs(right) < arm else { return nil }
        // Stitches look like a row of arrowheads.
        let column = right * 62
        let stitch = Grain.wave(y * 46 + 0.45 * abs(column - column.rounded(.down) - 0.5) * 2)
        let rib = Grain.wave(column)
        let wool = 0.62 + 0.34 * stitch + 0.14 * rib + 0.2 * (Grain.smooth(right * 160, y * 160) - 0.5)
        let stripe = Grain.step(0.006, 0.0, abs(abs(y - 0.66) - 0.035)) + Grain.step(0.022, 0.017, abs(y - 0.66))
        let base = Light(red: 0.175, green: 0.060, blue: 0.040).mixed(
            Light(red: 0.29, green: 0.26, blue: 0.20), min(stripe, 1))
        let sleeve = 1 - 0.35 * Grain.step(0.014, 0.0, abs(abs(right) - 0.235 - 0.03 * y)) * Grain.step(0.60, 0.75, y)
        let round = 1.05 - 1.6 * right * right
        let seam = y < slope + 0.022 && abs(right) < 0.13 ? 0.8 : 1
        return base * (wool * sleeve * round * seam * shade(right))
    }
}
