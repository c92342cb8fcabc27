import FocusCore
import SimulatedDevices

/// The kiosk's screen as small coloured squares: the scene as the simulated lens and exposure show it.
struct DemoScene {
    let columns: Int
    let rows: Int
    private var lights: [Light?] = []
    private var dioptres: [Double] = []
    private var optics: Optics?

    /// The picture has about 60 squares across where the camera has 1920 pixels: unmagnified, no blur would be visible.
    private static let blurMagnification = 7.0

    /// The size of the simulated screen, in its own pixels.
    static let screenWidth = 1280.0
    static let screenHeight = 800.0

    init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
    }

    /// The colour of each square, row by row; nil where the screen does not show the camera's picture.
    mutating func render(camera: SimulatedCamera, geometry: ViewGeometry) -> [Colour?] {
        if optics != camera.optics { look(camera.optics, geometry) }
        let focused = Optics.dioptres(lens: camera.lens)
        let radius = Optics.lens.blurPerDioptre * Self.blurMagnification * Double(columns)
        let radii = dioptres.map { min(abs($0 - focused) * radius, 4.5) }
        return lights.indices.map { index in
            guard let light = blurred(index, radii) else { return nil }
            return Self.developed(light, exposure: camera.exposure * camera.amplification)
        }
    }

    /// The place of a square of the screen in view coordinates.
    static func viewPoint(screenX: Double, screenY: Double) -> (x: Double, y: Double) {
        let view = ViewSettings.simulatedKiosk.view
        return ((screenX - (view?.x ?? 0)) / (view?.width ?? 1), (screenY - (view?.y ?? 0)) / (view?.height ?? 1))
    }

    /// Samples the scene, four points for each square, so that edges are soft. The result is kept as long as nobody moves.
    private mutating func look(_ optics: Optics, _ geometry: ViewGeometry) {
        self.optics = optics
        lights = []
        dioptres = []
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = Light.none
                var count = 0.0
                var nearest = 0.0
                for part in 0..<4 {
                    let x = (Double(column) + 0.25 + 0.5 * Double(part & 1)) / Double(columns)
                    let y = (Double(row) + 0.25 + 0.5 * Double(part >> 1)) / Double(rows)
                    let view = Self.viewPoint(screenX: x * Self.screenWidth, screenY: y * Self.screenHeight)
                    guard case .onPicture(let point) = geometry.place(viewX: view.x, viewY: view.y) else { continue }
                    let surface = optics.surface(x: point.x, y: point.y)
                    sum = sum + surface.light * Optics.lens.falloff(x: point.x, y: point.y)
                    count += 1
                    nearest = max(nearest, surface.dioptres)
                }
                lights.append(count > 0 ? sum * (1 / count) : nil)
                dioptres.append(nearest)
            }
        }
    }

    /// Each square's light is spread over its circle of confusion: this sums the light that reaches one square.
    private func blurred(_ index: Int, _ radii: [Double]) -> Light? {
        guard let own = lights[index] else { return nil }
        var sum = own
        var weight = 1.0
        let column = index % columns
        let row = index / columns
        for y in max(row - 4, 0)...min(row + 4, rows - 1) {
            for x in max(column - 4, 0)...min(column + 4, columns - 1) where x != column || y != row {
                let other = y * columns + x
                let right = Double(x - column)
                let down = Double(y - row)
                // A sharp square is not covered by the blur of squares behind it.
                let reach = dioptres[other] < dioptres[index] ? min(radii[other], radii[index]) : radii[other]
                guard right * right + down * down <= reach * reach, let light = lights[other] else { continue }
                sum = sum + light
                weight += 1
            }
        }
        return sum * (1 / weight)
    }

    /// A display's gamma is near 2, and a square root gives the same result on every machine.
    private static func developed(_ light: Light, exposure: Double) -> Colour {
        func part(_ value: Double) -> UInt8 {
            let level = min(max(Optics.level(value, exposure: exposure), 0), 1)
            return UInt8(level.squareRoot() * 255)
        }
        return Colour(part(light.red), part(light.green), part(light.blue))
    }
}
