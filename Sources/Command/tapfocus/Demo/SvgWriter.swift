import CommandLineWords
import KioskRuntime

/// Converts a screen buffer to an SVG picture: the same bytes for the same buffer.
///
/// Blocks are drawn as rectangles rather than characters, so that no font leaves gaps between them.
struct SvgWriter {
    /// A cell's size in the picture's units: twice as high as wide, like a terminal's.
    private static let cellWidth = 8
    private static let cellHeight = 16
    private static let margin = 14
    private static let fonts = "DejaVu Sans Mono, Menlo, Consolas, monospace"

    private let buffer: ScreenBuffer
    /// The filled areas of each colour, by rows of cells: below whole cells, above them parts of cells.
    private var backgrounds: [Colour: [Area]] = [:]
    private var blocks: [Colour: [Area]] = [:]

    /// In the picture's units.
    private struct Area {
        var x = 0
        var y = 0
        var width = SvgWriter.cellWidth
        var height = SvgWriter.cellHeight
    }

    static func svg(of buffer: ScreenBuffer) -> String {
        var writer = SvgWriter(buffer: buffer)
        let width = buffer.width * cellWidth + 2 * margin
        let height = buffer.height * cellHeight + 2 * margin
        writer.collectAreas()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img">
            <title>The screen of tapfocus demo</title>
            <rect width="\(width)" height="\(height)" rx="10" fill="\(hex(DemoPalette.background))"/>
            <g shape-rendering="crispEdges">
            \(paths(writer.backgrounds))\(paths(writer.blocks))</g>
            <g font-family="\(fonts)" font-size="13.29" xml:space="preserve">
            \(writer.texts)</g>
            </svg>

            """
    }

    private mutating func collectAreas() {
        for row in 0..<buffer.height {
            for column in 0..<buffer.width {
                guard let cell = buffer[column, row] else { continue }
                let x = Self.margin + column * Self.cellWidth
                let y = Self.margin + row * Self.cellHeight
                if let background = cell.style.background {
                    Self.add(Area(x: x, y: y), to: &backgrounds[background, default: []])
                }
                for block in Self.blocks(of: cell.glyph) {
                    let area = Area(x: x + block.x, y: y + block.y, width: block.width, height: block.height)
                    Self.add(area, to: &blocks[cell.style.foreground ?? DemoPalette.text, default: []])
                }
            }
        }
    }

    /// Joins an area with the one to its left if they touch.
    private static func add(_ area: Area, to list: inout [Area]) {
        if let last = list.last, last.y == area.y, last.height == area.height, last.x + last.width == area.x {
            list[list.count - 1].width += area.width
        } else {
            list.append(area)
        }
    }

    private static func paths(_ areas: [Colour: [Area]]) -> String {
        let colours = areas.keys.sorted { ($0.red, $0.green, $0.blue) < ($1.red, $1.green, $1.blue) }
        return colours.reduce("") { output, colour in
            let outline = (areas[colour] ?? []).map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)h-\($0.width)z" }
            return output + "<path fill=\"\(hex(colour))\" d=\"\(outline.joined())\"/>\n"
        }
    }

    /// Runs of text of one style; spaces end a run only if the style changes.
    private var texts: String {
        var output = ""
        for row in 0..<buffer.height {
            var run = ""
            var start = 0
            var style = Style.plain
            func flush() {
                let skipped = run.prefix { $0 == " " }.count
                let end = run.lastIndex { $0 != " " }
                let text = end.map { String(run[...$0].drop { $0 == " " }) } ?? ""
                if !text.isEmpty { output += element(text, column: start + skipped, row: row, style: style) }
                run = ""
            }
            for column in 0..<buffer.width {
                guard let cell = buffer[column, row] else { continue }
                let isText = Self.blocks(of: cell.glyph).isEmpty
                let isSameStyle = cell.style.foreground == style.foreground && cell.style.isBold == style.isBold
                if !isText || !isSameStyle {
                    flush()
                    style = cell.style
                    start = isText ? column : column + 1
                }
                if isText {
                    if run.isEmpty { start = column }
                    run.append(cell.glyph)
                }
            }
            flush()
        }
        return output
    }

    private func element(_ text: String, column: Int, row: Int, style: Style) -> String {
        let x = Self.margin + column * Self.cellWidth
        let y = Self.margin + row * Self.cellHeight + 12
        let colour = Self.hex(style.foreground ?? DemoPalette.text)
        let weight = style.isBold ? " font-weight=\"bold\"" : ""
        let length = text.count * Self.cellWidth
        return "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(colour)\"\(weight) textLength=\"\(length)\">"
            + "\(Self.escaped(text))</text>\n"
    }

    /// The areas of a cell that a block or a line fills; empty for any other character.
    private static func blocks(of glyph: Character) -> [Area] {
        let (middle, half) = (cellWidth / 2, cellHeight / 2)
        let right = Area(x: middle, y: half, width: middle, height: 1)
        let left = Area(y: half, width: middle, height: 1)
        let down = Area(x: middle, y: half, width: 1, height: half)
        let up = Area(x: middle, width: 1, height: half)
        switch (glyph, glyph.unicodeScalars.first?.value ?? 0) {
        case ("▀", _): return [Area(height: half)]
        case ("─", _): return [Area(y: half, height: 1)]
        case ("│", _): return [Area(x: middle, width: 1)]
        case ("╭", _): return [right, down]
        case ("╮", _): return [left, down]
        case ("╰", _): return [right, up]
        case ("╯", _): return [left, up]
        case (_, let scalar) where 0x2581...0x2588 ~= scalar:
            let filled = cellHeight * Int(scalar - 0x2580) / 8
            return [Area(y: cellHeight - filled, height: filled)]
        case (_, let scalar) where 0x2589...0x258f ~= scalar: return [Area(width: cellWidth * Int(0x2590 - scalar) / 8)]
        default: return []
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing(each: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
    }

    private static func hex(_ colour: Colour) -> String {
        String(printf: "#%02x%02x%02x", colour.red, colour.green, colour.blue)
    }
}
