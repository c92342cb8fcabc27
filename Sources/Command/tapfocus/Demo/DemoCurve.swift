import FocusCore
import SimulatedDevices

/// The search as a curve: sharpness over the lens position, with a bar for each measured position and a mark at the
/// sharpest. In between it is interpolated linearly.
struct DemoCurve {
    let search: DemoSearch

    /// The closest position that is shown: nothing in the scene is nearer than 25 cm, and searches go a little beyond.
    private static let lastPosition = 700.0
    private static let ground = Colour(38, 58, 86)

    /// The column of a lens position, in cells.
    static func column(of lens: Double, width: Int) -> Int {
        Int((min(max(lens / lastPosition, 0), 1) * Double(max(width - 1, 0))).rounded())
    }

    func draw(on buffer: inout ScreenBuffer, in box: DemoLayout.Box) {
        guard box.width > 0, box.height > 0, let best = search.best, best.sharpness > 0 else { return }
        let heights = lineHeights(width: box.width, most: best.sharpness)
        for column in heights.indices { bar(heights[column], column, Self.ground, box, &buffer) }
        for sample in search.known where sample != best {
            let column = Self.column(of: Double(sample.lens), width: box.width)
            bar(height(sample, best), column, DemoPalette.lens, box, &buffer)
        }
        let column = Self.column(of: Double(best.lens), width: box.width)
        bar(height(best, best), column, DemoPalette.forced, box, &buffer)
    }

    /// Names of some distances, below the axis.
    static func drawScale(on buffer: inout ScreenBuffer, column: Int, row: Int, width: Int) {
        let style = Style(DemoPalette.line)
        for (name, dioptres) in [("∞", 0.0), ("1 m", 1), ("40 cm", 2.5), ("25 cm", 4), ("15 cm", 6.7)] {
            let middle = Self.column(of: Optics.lens(dioptres: dioptres), width: width)
            let start = min(max(middle - name.count / 2, 0), max(width - name.count, 0))
            buffer.write(name, column: column + start, row: row, style: style, limit: width)
        }
    }

    private func height(_ sample: DemoSearch.Sample, _ best: DemoSearch.Sample) -> Double {
        min(sample.sharpness / best.sharpness, 1)
    }

    /// The height of the line through the samples at each column, 0…1; 0 beyond them.
    private func lineHeights(width: Int, most: Double) -> [Double] {
        var heights = Array(repeating: 0.0, count: width)
        for (left, right) in zip(search.known, search.known.dropFirst()) {
            let first = Self.column(of: Double(left.lens), width: width)
            let last = Self.column(of: Double(right.lens), width: width)
            for column in first...max(last, first) {
                let share = last > first ? Double(column - first) / Double(last - first) : 0
                let sharpness = left.sharpness + (right.sharpness - left.sharpness) * share
                heights[column] = min(sharpness / most, 1)
            }
        }
        return heights
    }

    private func bar(
        _ height: Double, _ column: Int, _ colour: Colour, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer
    ) {
        let parts = Array(" ▁▂▃▄▅▆▇█")
        // A measured position is always visible, however blurred it was.
        let eighths = height > 0 ? max(Int((height * Double(box.height * 8)).rounded()), 1) : 0
        for row in 0..<box.height {
            let filled = min(max(eighths - row * 8, 0), 8)
            guard filled > 0 else { return }
            let place = (column: box.column + column, row: box.row + box.height - 1 - row)
            buffer.write(String(parts[filled]), column: place.column, row: place.row, style: Style(colour))
        }
    }
}
