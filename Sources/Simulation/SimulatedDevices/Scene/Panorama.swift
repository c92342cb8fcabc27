/// A wide window, 5 m away, and through it a valley: sky, three ranges of mountains, a forest, a lake and a meadow in the sun.
/// Lengths count in the picture's height, so that circles are round; `u` is the way to the right, `y` the way down.
enum Panorama {
    static func surface(x: Double, y: Double) -> Surface {
        let u = x * 16 / 9
        if let wood = frame(x: x, u, y) { return wood }
        let (light, texture) = outside(u, y)
        return Surface(light: light, dioptres: Scene.outsideDioptres, texture: texture, isLampLit: false)
    }

    // The window: a beam above, two posts, a bar, a sill; above the beam the wall.

    private static func frame(x: Double, _ u: Double, _ y: Double) -> Surface? {
        if y < -0.06 {
            let plaster = 0.86 + 0.14 * Grain.detailed(u * 30, y * 30, octaves: 3)
            return wood(Light(red: 0.150, green: 0.140, blue: 0.122) * plaster, texture: 0.2)
        }
        if y < 0.028 { return wood(grain(y * 9, u, edge: (0.028 - y) / 0.012), texture: 0.6) }
        if x < 0.022 { return wood(grain(u * 9, y, edge: (0.022 - x) / 0.008), texture: 0.6) }
        if x > 0.978 { return wood(grain(u * 9, y, edge: (x - 0.978) / 0.008), texture: 0.6) }
        if abs(x - 0.815) < 0.0075 {
            return wood(grain(u * 9, y, edge: (0.0075 - abs(x - 0.815)) / 0.004), texture: 0.6)
        }
        if y > 0.905 { return wood(grain(y * 7, u, edge: (y - 0.905) / 0.02) * 1.25, texture: 0.6) }
        return nil
    }

    private static func wood(_ light: Light, texture: Double) -> Surface {
        Surface(light: light, dioptres: Scene.panoramaFrameDioptres, texture: texture)
    }

    /// - Parameter edge: 0 at the side of the light, where the edge shines, and 1 beyond it.
    private static func grain(_ across: Double, _ along: Double, edge: Double) -> Light {
        let rings = Grain.wave(across * 4 + 1.6 * Grain.detailed(along * 2.2, across * 3, octaves: 3))
        let fibres = Grain.smooth(along * 14, across * 60)
        let shine = 1 + 0.9 * (1 - min(max(edge, 0), 1))
        return Light(red: 0.135, green: 0.082, blue: 0.046) * ((0.72 + 0.22 * rings + 0.12 * fibres) * shine)
    }

    // The valley, from near to far.

    private static func outside(_ u: Double, _ y: Double) -> (Light, Double) {
        meadow(u, y) ?? lake(u, y) ?? forest(u, y) ?? hills(u, y) ?? peaks(u, y) ?? range(u, y) ?? sky(u, y)
    }

    private static func meadow(_ u: Double, _ y: Double) -> (Light, Double)? {
        let shore = 0.735 + 0.035 * Grain.smooth(u * 1.7 + 3, 0.5) - 0.02 * u
        guard y > shore else { return nil }
        // Lines of sight get flatter towards the shore.
        let depth = 0.06 / (y - shore + 0.06)
        let grass = Grain.detailed(u * 60 * depth + 40, y * 130, octaves: 3)
        let patches = Grain.smooth(u * 7, y * 26 + 2)
        var light = Light(red: 0.36, green: 0.80, blue: 0.13).mixed(Light(red: 0.80, green: 1.02, blue: 0.22), patches)
        light = light * (0.55 + 0.75 * grass)
        let (column, row) = (Int32((u * 95).rounded(.down)), Int32((y * 95).rounded(.down)))
        if Grain.speck(column, row) > 0.93 {
            let (right, down) = (u * 95 - Double(column) - 0.5, y * 95 - Double(row) - 0.5)
            let blossom =
                Grain.speck(row, column) > 0.5
                ? Light(red: 2.0, green: 1.9, blue: 1.6) : Light(red: 1.9, green: 1.35, blue: 0.10)
            if right * right + down * down < 0.09 { light = blossom }
        }
        return (light, 1)
    }

    private static func lake(_ u: Double, _ y: Double) -> (Light, Double)? {
        guard y > 0.655 else { return nil }
        let down = (y - 0.655) / 0.09
        let ripples = Grain.detailed(u * 9, y * 260, octaves: 2)
        // The forest and the mountains stand in it upside down.
        let mirrored = Grain.step(0.25, 0.85, down + 0.35 * (ripples - 0.5) + 0.15 * Grain.smooth(u * 5, 3.5))
        let water = Light(red: 0.10, green: 0.26, blue: 0.26).mixed(Light(red: 0.62, green: 0.92, blue: 1.35), mirrored)
        let sparkle = ripples > 0.80 ? 0.9 * (ripples - 0.80) / 0.2 : 0
        return (water * (0.85 + 0.3 * ripples) + Light(red: 1.3, green: 1.25, blue: 1.1) * sparkle, 0.8)
    }

    private static func forest(_ u: Double, _ y: Double) -> (Light, Double)? {
        let edge = 0.585 + 0.045 * Grain.detailed(u * 2.1 + 8, 4.5, octaves: 2) - 0.03 * Grain.step(1.1, 1.8, u)
        guard let tree = firs(u, y, edge: edge, width: 0.014, height: 0.050) else { return nil }
        let needles = Grain.detailed(u * 170, y * 110, octaves: 2)
        let ground = Grain.step(edge + 0.05, 0.66, y)
        let sunny = 0.55 + 0.75 * Grain.step(-0.5, 0.8, tree)
        let light = Light(red: 0.105, green: 0.245, blue: 0.090).mixed(
            Light(red: 0.20, green: 0.40, blue: 0.11), ground)
        return (light * ((0.45 + 1.1 * needles) * sunny), 1)
    }

    /// The place of a row of firs: the way from the trunk of the tree, -1…1, the sun is on the right; nil above the trees.
    private static func firs(_ u: Double, _ y: Double, edge: Double, width: Double, height: Double) -> Double? {
        let place = u / width
        let first = place.rounded(.down)
        var nearest: Double?
        for number in [first - 1, first, first + 1] {
            let (size, shift) = (Grain.speck(Int32(number), 77), Grain.speck(Int32(number), 78))
            let top = edge - height * (0.25 + 0.75 * size)
            let down = y - top
            guard down > 0 else { continue }
            // Branches make a saw of the outline.
            let saw = 0.75 + 0.25 * Grain.wave(down * 130 + shift)
            let right = place - (number + 0.25 + 0.5 * shift)
            let half = min(down / height * 1.1, 1.2) * saw
            if abs(right) < half { nearest = right / max(half, 0.05) }
        }
        return nearest ?? (y > edge ? 0 : nil)
    }

    private static func hills(_ u: Double, _ y: Double) -> (Light, Double)? {
        let crest = 0.475 + 0.10 * Grain.detailed(u * 1.3 + 1.5, 2.5, octaves: 4)
        guard y > crest else { return nil }
        let trees = Grain.detailed(u * 75, y * 95, octaves: 3)
        let clearing = Grain.step(0.56, 0.64, Grain.detailed(u * 5, y * 12, octaves: 2))
        let wood = Light(red: 0.15, green: 0.28, blue: 0.20) * (0.45 + 1.1 * trees)
        let grass = Light(red: 0.45, green: 0.68, blue: 0.28) * (0.8 + 0.4 * trees)
        // Air lies between.
        return (wood.mixed(grass, clearing).mixed(Light(red: 0.52, green: 0.66, blue: 0.86), 0.20), 1)
    }

    private static let summits: [(middle: Double, top: Double, slope: Double)] = [
        (1.18, 0.105, 0.72), (0.60, 0.22, 0.66), (1.62, 0.25, 0.80), (0.10, 0.27, 0.70),
    ]

    private static func peaks(_ u: Double, _ y: Double) -> (Light, Double)? {
        let rough = Grain.crests(u * 4.5, 0.4 + y * 0.6, octaves: 6) - 0.5
        let wander = Grain.detailed(u * 8, y * 8, octaves: 4) - 0.5
        var best: (below: Double, right: Double)?
        for summit in summits {
            // The crest that runs down from the summit to the front is crooked, and so are the valleys between two mountains.
            let right = u - summit.middle + 0.10 * wander * Grain.step(0, 0.1, y - summit.top)
            let below = y - summit.top - abs(right) * summit.slope + 0.17 * rough * Grain.step(0, 0.12, abs(right))
            if below > 0, below > best?.below ?? 0 { best = (below, right) }
        }
        guard let best else { return nil }
        // Gullies run down the slopes, and the sun comes from the right.
        let side = best.right > 0 ? 1.0 : -1.0
        let gully = Grain.crests(u * 9 + side * y * 5, y * 4, octaves: 5)
        let lit = Grain.step(
            0.25, 0.75, 0.5 + 0.30 * side * Grain.step(0, 0.10, abs(best.right)) + 1.3 * (gully - 0.58))
        let rock = Light(red: 0.26, green: 0.30, blue: 0.44).mixed(Light(red: 1.05, green: 0.94, blue: 0.84), lit)
        let snow = Light(red: 0.82, green: 1.02, blue: 1.50).mixed(Light(red: 2.55, green: 2.45, blue: 2.30), lit)
        let line = 0.155 + 0.20 * (Grain.detailed(u * 11, y * 6, octaves: 4) - 0.5) - 0.16 * (gully - 0.5)
        let whiteness = Grain.step(0.02, -0.02, best.below - line)
        let strata = 0.70 + 0.60 * Grain.detailed(u * 40 + y * 30, y * 90, octaves: 2)
        let light = (rock * strata).mixed(snow, whiteness)
        return (light.mixed(Light(red: 0.72, green: 0.88, blue: 1.18), 0.10 + 0.35 * Grain.step(0.30, 0.55, y)), 1)
    }

    private static func range(_ u: Double, _ y: Double) -> (Light, Double)? {
        let crest = 0.33 + 0.13 * Grain.detailed(u * 2.3 + 20, 7.5, octaves: 5)
        guard y > crest else { return nil }
        let gully = Grain.crests(u * 12, y * 8, octaves: 4)
        let light = Light(red: 0.66, green: 0.82, blue: 1.18).mixed(Light(red: 1.12, green: 1.18, blue: 1.36), gully)
        return (light, 0.5)
    }

    private static func sky(_ u: Double, _ y: Double) -> (Light, Double) {
        let height = Grain.step(0.50, -0.05, y)
        let blue = Light(red: 1.15, green: 1.32, blue: 1.55).mixed(Light(red: 0.30, green: 0.62, blue: 1.42), height)
        let clouds = Grain.detailed(u * 2.4 + 2, y * 6.5, octaves: 5)
        let cover = Grain.step(0.50, 0.74, clouds + 0.05 * Grain.step(0.0, 0.35, y))
        // The lower side of a cloud is in its own shade.
        let above = Grain.detailed(u * 2.4 + 2.05, (y - 0.03) * 6.5, octaves: 4)
        let cloud = Light(red: 1.25, green: 1.32, blue: 1.45).mixed(
            Light(red: 2.25, green: 2.22, blue: 2.15), Grain.step(-0.12, 0.10, clouds - above))
        return (blue.mixed(cloud, cover), 0.08 + 0.22 * cover)
    }
}
