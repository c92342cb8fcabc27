/// A person in front of the kiosk, 60 cm away.
enum Visitor {
    /// - Parameter x: the distance to the right of the person's middle, as a share of the picture's width.
    static func surface(x: Double, y: Double) -> Surface? {
        let right = x * 16 / 9
        guard let light = head(right, y) ?? body(right, y) else { return nil }
        return Surface(light: light, dioptres: Scene.visitorDioptres, texture: 0.6)
    }

    private static func head(_ right: Double, _ y: Double) -> Light? {
        let across = right / 0.13
        let down = (y - 0.20) / 0.165
        let distance = across * across + down * down
        guard distance < 1 else { return nil }
        let hair = Light(red: 0.020, green: 0.014, blue: 0.010)
        if down < -0.35 || distance > 0.8 && down < 0.2 { return hair }
        let isEye = abs(abs(right) - 0.045) < 0.014 && abs(y - 0.185) < 0.012
        return isEye ? hair : Light(red: 0.20, green: 0.125, blue: 0.09)
    }

    private static func body(_ right: Double, _ y: Double) -> Light? {
        if abs(right) < 0.05, y > 0.33, y < 0.40 { return Light(red: 0.16, green: 0.10, blue: 0.07) }
        let half = 0.17 + min(max(y - 0.37, 0) * 3.2, 0.37)
        guard y > 0.37, abs(right) < half else { return nil }
        let isStripe = Int((y * 24).rounded(.down)) & 1 == 0
        return isStripe ? Light(red: 0.02, green: 0.035, blue: 0.075) : Light(red: 0.012, green: 0.02, blue: 0.045)
    }
}
