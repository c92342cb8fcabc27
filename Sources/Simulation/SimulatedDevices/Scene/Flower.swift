/// A sunflower in a pot, 25 cm away.
enum Flower {
    static func surface(x: Double, y: Double) -> Surface? {
        // The picture is 16 by 9. Lengths count in its height, so that circles are round.
        let right = (x - Scene.flower.x) * 16 / 9
        let down = y - Scene.flower.y
        guard let light = head(right, down) ?? leaves(right, down) ?? pot(right, down) else { return nil }
        return Surface(light: light, dioptres: Scene.flowerDioptres, texture: 1)
    }

    private static func head(_ right: Double, _ down: Double) -> Light? {
        let squared = right * right + down * down
        if squared < 0.12 * 0.12 {
            let isSeed = (Int((right * 15 + 64).rounded(.down)) + Int((down * 15 + 64).rounded(.down))) & 1 == 0
            return isSeed ? Light(red: 0.030, green: 0.014, blue: 0.006) : Light(red: 0.13, green: 0.065, blue: 0.015)
        }
        guard squared < 0.32 * 0.32 else { return nil }
        for (index, direction) in directions.enumerated() {
            let along = right * direction.x + down * direction.y
            let across = right * direction.y - down * direction.x
            let length = (along - 0.20) / 0.115
            let width = across / 0.046
            if length * length + width * width < 1 {
                let tip = min(max((along - 0.10) / 0.2, 0), 1)
                let shade = index & 1 == 0 ? 1.0 : 0.72
                return Light(red: 0.36, green: 0.20 + 0.06 * tip, blue: 0.012) * shade
            }
        }
        return nil
    }

    private static func leaves(_ right: Double, _ down: Double) -> Light? {
        if abs(right) < 0.016, down > 0, down < 0.42 { return Light(red: 0.03, green: 0.11, blue: 0.02) }
        for side in [-1.0, 1.0] {
            let along = (right * side - 0.10) * 0.85 + (down - 0.33) * -0.53
            let across = (right * side - 0.10) * 0.53 + (down - 0.33) * 0.85
            let inside = (along / 0.105) * (along / 0.105) + (across / 0.036) * (across / 0.036)
            if inside < 1 {
                let isVein = abs(across) < 0.006
                return isVein ? Light(red: 0.10, green: 0.22, blue: 0.06) : Light(red: 0.03, green: 0.13, blue: 0.03)
            }
        }
        return nil
    }

    private static func pot(_ right: Double, _ down: Double) -> Light? {
        guard down > 0.40, down < 0.58 else { return nil }
        let isRim = down < 0.445
        let half = isRim ? 0.135 : 0.115 - (down - 0.445) * 0.25
        guard abs(right) < half else { return nil }
        let roundness = 1.15 - 0.6 * (right / half + 0.3) * (right / half + 0.3) * 0.5
        return Light(red: 0.24, green: 0.085, blue: 0.04) * (roundness * (isRim ? 1.2 : 1))
    }

    /// Sixteen petals, as unit vectors: a circle in steps of 22.5°.
    private static let directions: [(x: Double, y: Double)] = [
        (1, 0), (0.9239, 0.3827), (0.7071, 0.7071), (0.3827, 0.9239), (0, 1), (-0.3827, 0.9239), (-0.7071, 0.7071),
        (-0.9239, 0.3827), (-1, 0), (-0.9239, -0.3827), (-0.7071, -0.7071), (-0.3827, -0.9239), (0, -1),
        (0.3827, -0.9239), (0.7071, -0.7071), (0.9239, -0.3827),
    ]
}
