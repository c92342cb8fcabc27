import FocusCore

/// A picture of small squares, two in each character cell, with the focus square and the finger drawn on it.
struct DemoCanvas {
    let columns: Int
    let rows: Int
    /// Row by row; nil where nothing is drawn.
    private(set) var colours: [Colour?]

    /// The square outline about the point of interest.
    mutating func draw(_ square: DemoModel.Square?, _ geometry: ViewGeometry, at time: Instant) {
        guard let square else { return }
        let (points, strength) = square.appearance(at: time)
        guard strength > 0 else { return }
        let view = geometry.viewPoint(of: square.point ?? geometry.centre)
        let middleX = view.x * Double(columns)
        let middleY = view.y * Double(rows) * 0.9
        let half = points / 375 * Double(rows) * 0.9 / 2
        func whole(_ position: Double) -> Int { Int(position.rounded(.down)) }
        let (left, right) = (whole(middleX - half), whole(middleX + half))
        let (top, bottom) = (whole(middleY - half), whole(middleY + half))
        for x in left...right {
            blend(DemoPalette.white, strength, x, top)
            blend(DemoPalette.white, strength, x, bottom)
        }
        for y in (top + 1)..<max(bottom, top + 1) {
            blend(DemoPalette.white, strength, left, y)
            blend(DemoPalette.white, strength, right, y)
        }
    }

    /// The fingertip, which fades away within 0.4 s after it was lifted.
    mutating func draw(_ touch: DemoModel.Touch?, at time: Instant) {
        guard let touch else { return }
        let age = time.since(touch.since).seconds
        let strength = touch.isDown ? 0.85 : 0.85 * (1 - age / 0.4)
        guard strength > 0 else { return }
        let radius = Double(columns) / 64 * (touch.isDown ? 2.6 : 2.6 + 3 * age)
        let (middleX, middleY) = place(touch)
        for y in 0..<rows {
            for x in 0..<columns {
                let right = Double(x) + 0.5 - middleX
                let down = Double(y) + 0.5 - middleY
                let distance = (right * right + down * down).squareRoot()
                let share = distance > radius - 1.1 ? strength : strength * 0.55
                if distance < radius { blend(DemoPalette.forced, share, x, y) }
            }
        }
    }

    /// A cross where a touch was ignored, for a second.
    func mark(_ touch: DemoModel.Touch?, at time: Instant, on buffer: inout ScreenBuffer, in box: DemoLayout.Box) {
        guard let touch, touch.isIgnored, time.since(touch.since).seconds < 1 else { return }
        let (x, y) = place(touch)
        let style = Style(DemoPalette.white, background: Colour(190, 40, 60), isBold: true)
        let start = box.column + min(Int(x), max(columns - 11, 0))
        buffer.write(" ✕ ignored ", column: start, row: box.row + Int(y / 2), style: style, limit: columns)
    }

    /// Two squares to a cell; without colour, one character of the same brightness.
    func paint(on buffer: inout ScreenBuffer, in box: DemoLayout.Box, hasColour: Bool) {
        for y in 0..<(rows / 2) {
            for x in 0..<columns {
                let upper = colours[2 * y * columns + x]
                let lower = colours[(2 * y + 1) * columns + x]
                guard upper != nil || lower != nil else { continue }
                buffer[box.column + x, box.row + y] = hasColour ? Self.cell(upper, lower) : Self.shade(upper, lower)
            }
        }
    }

    private static func cell(_ upper: Colour?, _ lower: Colour?) -> Cell {
        let upper = upper ?? DemoPalette.track
        let lower = lower ?? DemoPalette.track
        if upper == lower { return Cell(glyph: " ", style: Style(background: upper)) }
        return Cell(glyph: "▀", style: Style(upper, background: lower))
    }

    private static func shade(_ upper: Colour?, _ lower: Colour?) -> Cell {
        let brightness = ((upper?.brightness ?? 0) + (lower?.brightness ?? 0)) / 2
        let shades = Array(" .:-=+*#%@")
        let index = min(max(Int(brightness * Double(shades.count)), 0), shades.count - 1)
        return Cell(glyph: shades[index], style: .plain)
    }

    private func place(_ touch: DemoModel.Touch) -> (x: Double, y: Double) {
        (touch.x / DemoScene.screenWidth * Double(columns), touch.y / DemoScene.screenHeight * Double(rows))
    }

    private mutating func blend(_ colour: Colour, _ share: Double, _ x: Int, _ y: Int) {
        guard x >= 0, x < columns, y >= 0, y < rows else { return }
        let index = y * columns + x
        colours[index] = (colours[index] ?? DemoPalette.track).blended(with: colour, share: share)
    }
}
