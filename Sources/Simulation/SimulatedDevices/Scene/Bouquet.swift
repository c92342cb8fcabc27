/// Flowers on the sill, 13 cm away: a large gerbera and two smaller ones. Lengths count in the picture's height.
enum Bouquet {
    static func surface(x: Double, y: Double) -> Surface? {
        let (u, down) = (x * 16 / 9, y)
        for flower in flowers {
            guard let light = flower.blossom(u - flower.u, down - flower.y) else { continue }
            return Surface(light: light, dioptres: Scene.lookoutFlowerDioptres, texture: 0.9, isLampLit: false)
        }
        for leaf in leaves {
            guard let light = leaf.light(u, down) else { continue }
            return Surface(light: light, dioptres: Scene.lookoutFlowerDioptres, texture: 0.8, isLampLit: false)
        }
        for flower in flowers {
            guard let light = flower.stem(u - flower.u, down - flower.y) else { continue }
            return Surface(light: light, dioptres: Scene.lookoutFlowerDioptres, texture: 0.6, isLampLit: false)
        }
        return nil
    }

    private static let flowers = [
        Gerbera(
            u: Scene.lookoutFlower.x * 16 / 9, y: Scene.lookoutFlower.y, size: 1, lean: 0.10,
            inner: Light(red: 0.42, green: 0.105, blue: 0.010), outer: Light(red: 0.50, green: 0.285, blue: 0.020)),
        Gerbera(
            u: 0.425, y: 0.83, size: 0.56, lean: -0.22,
            inner: Light(red: 0.26, green: 0.018, blue: 0.050), outer: Light(red: 0.44, green: 0.070, blue: 0.150)),
        Gerbera(
            u: 1.045, y: 0.905, size: 0.42, lean: 0.30,
            inner: Light(red: 0.40, green: 0.33, blue: 0.16), outer: Light(red: 0.46, green: 0.44, blue: 0.38)),
    ]

    private static let leaves = [
        Leaf(u: 0.788, y: 0.965, right: -0.80, down: -0.60, length: 0.25, width: 0.060),
        Leaf(u: 0.768, y: 0.985, right: 0.86, down: -0.51, length: 0.27, width: 0.066),
        Leaf(u: 0.43, y: 1.08, right: -0.94, down: -0.34, length: 0.24, width: 0.055),
        Leaf(u: 1.06, y: 1.08, right: 0.80, down: -0.60, length: 0.20, width: 0.045),
    ]
}

struct Gerbera {
    var u: Double
    var y: Double
    /// 1: the petals reach 0.205 of the picture's height.
    var size: Double
    /// The distance by which the stem leans, to the right, on its way down.
    var lean: Double
    /// The colour of the petals at the disc, and at their tips.
    var inner: Light
    var outer: Light

    func blossom(_ right: Double, _ down: Double) -> Light? {
        let (right, down) = (right / size, down / size)
        let squared = right * right + down * down
        guard squared < 0.215 * 0.215 else { return nil }
        if squared < Self.disc * Self.disc { return florets(right, down, squared.squareRoot()) }
        return petals(right, down, ring: 0, length: 0.120, width: 0.017) ?? petals(
            right, down, ring: 1, length: 0.172, width: 0.0215)
            ?? petals(right, down, ring: 2, length: 0.205, width: 0.0245)
    }

    func stem(_ right: Double, _ down: Double) -> Light? {
        guard down > 0 else { return nil }
        let across = (right - lean * down * down) / (0.0135 * size + 0.002)
        guard abs(across) < 1 else { return nil }
        let fibre = 0.9 + 0.2 * Grain.smooth(across * 5, down * 9)
        let round = 1 - 0.45 * (across - 0.35) * (across - 0.35)
        return Light(red: 0.085, green: 0.185, blue: 0.035) * (round * fibre * (0.65 + 0.35 * Grain.step(0, 0.3, down)))
    }

    // The disc: florets in the order in which plants grow them, each turned by the golden angle.

    private static let disc = 0.068
    private static let florets: [(right: Double, down: Double)] = {
        let (cosine, sine) = (-0.7373688780783197, 0.6754902942615238)
        var (x, y) = (1.0, 0.0)
        return (0..<230).map { number in
            (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
            let distance = disc * (Double(number) / 230).squareRoot()
            return (x * distance, y * distance)
        }
    }()

    private func florets(_ right: Double, _ down: Double, _ distance: Double) -> Light {
        var (nearest, number) = (1.0, 0)
        for (index, floret) in Self.florets.enumerated() {
            let (x, y) = (right - floret.right, down - floret.down)
            let squared = x * x + y * y
            if squared < nearest { (nearest, number) = (squared, index) }
        }
        let gap = min(nearest / (0.0040 * 0.0040), 1)
        let out = distance / Self.disc
        let heart = Light(red: 0.055, green: 0.080, blue: 0.016)
        let brown = Light(red: 0.050, green: 0.020, blue: 0.010)
        let pollen = Light(red: 0.46, green: 0.26, blue: 0.030)
        let base = heart.mixed(brown, Grain.step(0.15, 0.5, out)).mixed(pollen, Grain.step(0.66, 0.90, out))
        let own = 0.8 + 0.4 * Grain.speck(Int32(number), 5)
        return base * (own * (1.25 - 1.0 * gap))
    }

    // The petals: three rings of 22, the inner ones before the outer ones.

    private static let count = 22
    /// 44 directions in steps of half a petal.
    private static let directions: [(right: Double, down: Double)] = {
        let (cosine, sine) = (0.9898214418809327, 0.14231483827328514)
        var (x, y) = (1.0, 0.0)
        return (0..<(2 * count)).map { _ in
            defer { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
            return (x, y)
        }
    }()

    private func petals(_ right: Double, _ down: Double, ring: Int, length: Double, width: Double) -> Light? {
        // Every other petal lies before its neighbours.
        for isBehind in [false, true] {
            for number in 0..<Self.count where (number & 1 == 1) == isBehind {
                let direction = Self.directions[(2 * number + ring) % (2 * Self.count)]
                let along = right * direction.right + down * direction.down
                guard along > 0.03 else { continue }
                let own = Grain.speck(Int32(number), Int32(ring) &+ 11)
                let across = right * direction.down - down * direction.right + along * 0.07 * (own - 0.5)
                let end = length * (0.93 + 0.07 * own)
                if let light = petal(along, across, end: end, width: width, own: own, isBehind: isBehind) {
                    let sun = 1 + 0.16 * (0.7 * direction.right - 0.7 * direction.down)
                    return light * (sun * (ring == 0 ? 0.92 : 1))
                }
            }
        }
        return nil
    }

    private func petal(
        _ along: Double, _ across: Double, end: Double, width: Double, own: Double, isBehind: Bool
    ) -> Light? {
        let share = (along - 0.04) / (end - 0.04)
        guard share > 0, share < 1 else { return nil }
        // Widest at two thirds of the way, and round at the tip.
        let way = share < 0.68 ? (0.68 - share) / 0.80 : (share - 0.68) / 0.32
        let half = width * max(1 - way * way, 0).squareRoot()
        let place = across / half
        guard abs(place) < 1 else { return nil }
        let colour = inner.mixed(outer, Grain.step(0.15, 0.95, share))
        let groove = 1 - 0.30 / (1 + place * place * 40)
        let veins = 0.90 + 0.20 * Grain.wave(place * 3.5 + 0.25 + 0.3 * Grain.smooth(along * 60, own * 50))
        let round = 1 - 0.42 * place * place
        let root = 0.45 + 0.55 * Grain.step(0.05, 0.45, share)
        let tip = 1 + 0.22 * Grain.step(0.75, 1, share)
        return colour * (groove * veins * round * root * tip * (0.86 + 0.22 * own) * (isBehind ? 0.70 : 1))
    }
}

struct Leaf {
    var u: Double
    var y: Double
    /// Its direction: a unit vector.
    var right: Double
    var down: Double
    var length: Double
    var width: Double

    func light(_ u: Double, _ y: Double) -> Light? {
        let (x, z) = (u - self.u, y - self.y)
        let along = (x * right + z * down) / length
        guard along > 0, along < 1 else { return nil }
        // It bends under its weight.
        let across = x * down - z * right + 0.10 * length * along * along * (right < 0 ? 1 : -1)
        let way = along < 0.4 ? (0.4 - along) / 0.4 : (along - 0.4) / 0.6
        let half = width * (1 - way * way) * (0.97 + 0.03 * Grain.wave(along * 9))
        let place = across / max(half, 0.0001)
        guard abs(place) < 1 else { return nil }
        let veins = Grain.step(0.80, 0.98, Grain.wave(along * 11 - abs(place) * 1.6))
        let rib = 1 / (1 + place * place * 260)
        let surface =
            Light(red: 0.050, green: 0.135, blue: 0.026) * (0.75 + 0.45 * Grain.detailed(u * 40, y * 40, octaves: 3))
        let shade = place > 0 ? 1.15 : 0.80
        return (surface * shade).mixed(Light(red: 0.16, green: 0.29, blue: 0.085), 0.35 * veins + 0.6 * rib)
    }
}
