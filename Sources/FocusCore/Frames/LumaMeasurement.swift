/// What one frame holds, for one request.
public struct LumaMeasurement: Equatable, Sendable {
    /// Of the focus region.
    public var sharpness: Double
    /// Of the exposure region, 0…1.
    public var mean: Double
    /// Of the exposure region, 0…1.
    public var bright: Double
    /// Of the exposure region, 0…1.
    public var dark: Double
    /// Where it was asked for.
    public var grid: LumaGrid?

    /// Measures what a request asks for. It allocates nothing, and reads no more than the regions (and, for the grid, every
    /// eighth row or so).
    ///
    /// A region that hangs over the image's edge is cut off there, and one without a pixel is taken as one pixel: there is
    /// always an answer. A region of fewer than five columns or four rows has sharpness 0.
    public init(of plane: LumaPlane, for request: FrameRequest) {
        self.init()
        // An image has an address; a plane that somebody changed to have none has nothing to measure.
        guard let base = plane.bytes.baseAddress else { return }
        let levels = LumaLevels(of: plane)
        if plane.step == 1 {
            measure(LumaScan<PlanarLuma>(base: base, bytesPerRow: plane.bytesPerRow, levels: levels), plane, request)
        } else if plane.first == 0 {
            measure(LumaScan<LumaFirst>(base: base, bytesPerRow: plane.bytesPerRow, levels: levels), plane, request)
        } else {
            measure(LumaScan<LumaSecond>(base: base, bytesPerRow: plane.bytesPerRow, levels: levels), plane, request)
        }
    }

    private init() {
        sharpness = 0
        mean = 0
        bright = 0
        dark = 0
    }

    @inline(__always)
    private mutating func measure<Layout>(_ scan: LumaScan<Layout>, _ plane: LumaPlane, _ request: FrameRequest) {
        let focus = LumaArea(request.focus, in: plane)
        let exposure = LumaArea(request.exposure, in: plane)
        var tally = LumaTally()
        if focus == exposure {
            let found = scan.sharpness(focus, MeanAndClipping.self)
            sharpness = found.value(scan.levels)
            tally = found.tally
            scan.tallyBorder(of: focus, into: &tally)
        } else {
            sharpness = scan.sharpness(focus, MeanOnly.self).value(scan.levels)
            scan.tally(exposure, MeanAndClipping.self, into: &tally)
        }
        mean = tally.mean(scan.levels)
        bright = tally.share(tally.bright)
        dark = tally.share(tally.dark)
        if request.includesGrid { grid = scan.grid(width: plane.width, height: plane.height) }
    }
}
