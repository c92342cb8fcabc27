/// Measures a frame for the log, without noise and without the lamps' flicker.
struct Photometer {
    private let painter: FramePainter
    private let best: FramePainter

    init(_ size: ImageSize, _ levels: Luma.Levels) {
        painter = FramePainter(size, levels, noise: nil)
        best = FramePainter(size, levels, noise: nil)
    }

    /// The measurements of `area` under these settings, for the half that fills most of it.
    func measure(_ area: RelativeArea, _ optics: Optics, zoom: Int64) -> [(String, JSON)] {
        let isNear = area.x + area.width / 2 <= 0.5
        let half = isNear ? optics.scene.near : optics.scene.far
        var ideal = optics
        ideal.lens = optics.lensRange.position(at: half.dioptres)
        painter.paint(optics, zoom: zoom)
        best.paint(ideal, zoom: zoom)
        let pixels = PixelArea(area, of: painter.luma.size)
        let sharpest = best.luma.sharpness(in: pixels)
        let depth = optics.depthOfField(of: half)
        return [
            ("half", .string(isNear ? "near" : "far")), ("mean", .number(painter.luma.mean(in: pixels))),
            ("sharpness", .number(sharpest > 0 ? painter.luma.sharpness(in: pixels) / sharpest : 0)),
            ("best-lens", .number(optics.bestLens(for: half))),
            ("depth-of-field", .list([.number(depth.lowerBound), .number(depth.upperBound)])),
            ("in-depth-of-field", .bool(abs(optics.error(for: half)) <= Optics.depthOfField)),
        ]
    }
}
