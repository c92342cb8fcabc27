/// The measurements of one frame for one request.
public struct LumaMeasurement: Equatable, Sendable {
    /// The version of the measure, which fixes what the numbers mean. A program that measures names the version that it computes.
    public static let version = 2
    /// The versions that the engine understands. The limits of a search hold for each of them; numbers of two versions are never compared.
    public static let knownVersions = 1...version

    /// Sharpness of the focus region; 0 or more.
    public var sharpness = 0.0
    /// Mean luma of the exposure region, 0…1.
    public var mean = 0.0
    /// The share of the exposure region's pixels at white or above, 0…1.
    public var bright = 0.0
    /// The share of the exposure region's pixels at black or below, 0…1.
    public var dark = 0.0
    /// The luma of the whole image on a coarse grid; nil unless requested.
    public var grid: LumaGrid?

    /// Measures the regions of a request, and nothing else (for the grid, about eight rows of each cell). It allocates nothing. A region is
    /// cut off at the image's edge, and one without a pixel is measured as one pixel. Below four columns or three rows the sharpness is 0.
    public init(of plane: LumaPlane, for request: FrameRequest) {
        // An image has an address. A plane that was changed to have none contains nothing to measure.
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
