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
    private let ink: Colour
    /// The filled areas of each colour, by rows of cells: below whole cells, above them parts of cells.
    private var backgrounds: [Colour: [Area]] = [:]
    private var blocks: [Colour: [Area]] = [:]

    private struct Area {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// The picture.
    /// - Parameters:
    ///   - title: for people who cannot see the picture, and for tooltips.
    ///   - background: the colour under cells that have no background.
    ///   - ink: the colour of text that has none.
    static func svg(of buffer: ScreenBuffer, title: String, background: Colour, ink: Colour) -> String {
        var writer = SvgWriter(buffer: buffer, ink: ink)
        let width = buffer.width * cellWidth + 2 * margin
        let height = buffer.height * cellHeight + 2 * margin
        writer.collectAreas()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img">
            <title>\(escaped(title))</title>
            <rect width="\(width)" height="\(height)" rx="10" fill="\(hex(background))"/>
            <g shape-rendering="crispEdges">
            \(paths(writer.backgrounds))\(paths(writer.blocks))</g>
            <g font-family="\(fonts)" font-size="13.29" xml:space="preserve">
            \(writer.texts)</g>
            </svg>

            """
    }

    private init(buffer: ScreenBuffer, ink: Colour) {
        self.buffer = buffer
        self.ink = ink
    }

    private mutating func collectAreas() {
        for row in 0..<buffer.height {
            for column in 0..<buffer.width {
                guard let cell = buffer[column, row] else { continue }
                let x = Self.margin + column * Self.cellWidth
                let y = Self.margin + row * Self.cellHeight
                if let background = cell.style.background {
                    let area = Area(x: x, y: y, width: Self.cellWidth, height: Self.cellHeight)
                    Self.add(area, to: &backgrounds[background, default: []])
                }
                for block in Self.blocks(of: cell.glyph) {
                    let area = Area(x: x + block.x, y: y + block.y, width: block.width, height: block.height)
                    Self.add(area, to: &blocks[cell.style.foreground ?? ink, default: []])
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
                let trimmed = run.drop { $0 == " " }
                let skipped = run.count - trimmed.count
                var text = String(trimmed)
                while text.last == " " { text.removeLast() }
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
        let colour = Self.hex(style.foreground ?? ink)
        let weight = style.isBold ? " font-weight=\"bold\"" : ""
        let length = text.count * Self.cellWidth
        return "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(colour)\"\(weight) textLength=\"\(length)\">"
            + "\(Self.escaped(text))</text>\n"
    }

    /// The areas of a cell that a block or a line fills; empty for any other character.
    private static func blocks(of glyph: Character) -> [Area] {
        let width = cellWidth
        let height = cellHeight
        let right = Area(x: width / 2, y: height / 2, width: width / 2, height: 1)
        let left = Area(x: 0, y: height / 2, width: width / 2, height: 1)
        let down = Area(x: width / 2, y: height / 2, width: 1, height: height / 2)
        let up = Area(x: width / 2, y: 0, width: 1, height: height / 2)
        switch glyph {
        case "▀": return [Area(x: 0, y: 0, width: width, height: height / 2)]
        case "─": return [Area(x: 0, y: height / 2, width: width, height: 1)]
        case "│": return [Area(x: width / 2, y: 0, width: 1, height: height)]
        case "╭": return [right, down]
        case "╮": return [left, down]
        case "╰": return [right, up]
        case "╯": return [left, up]
        default: break
        }
        guard let scalar = glyph.unicodeScalars.first?.value else { return [] }
        switch scalar {
        case 0x2581...0x2588:
            let filled = height * Int(scalar - 0x2580) / 8
            return [Area(x: 0, y: height - filled, width: width, height: filled)]
        case 0x2589...0x258f:
            return [Area(x: 0, y: 0, width: width * Int(0x2590 - scalar) / 8, height: height)]
        default:
            return []
        }
    }

    private static func escaped(_ text: String) -> String {
        var output = ""
        for character in text {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            default: output.append(character)
            }
        }
        return output
    }

    private static func hex(_ colour: Colour) -> String {
        let digits = Array("0123456789abcdef")
        return [colour.red, colour.green, colour.blue].reduce("#") { text, part in
            text + String(digits[Int(part / 16)]) + String(digits[Int(part % 16)])
        }
    }
}
