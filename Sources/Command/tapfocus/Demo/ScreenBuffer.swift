/// A screen of styled character cells, which is drawn into and then sent to a terminal or converted to a picture.
///
/// Drawing outside of the screen is clipped.
struct ScreenBuffer: Equatable {
    let width: Int
    let height: Int
    private(set) var cells: [Cell]

    init(width: Int, height: Int) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    /// The cell in a column and row, or nil outside.
    subscript(column: Int, row: Int) -> Cell? {
        get {
            guard column >= 0, column < width, row >= 0, row < height else { return nil }
            return cells[row * width + column]
        }
        set {
            guard let newValue, column >= 0, column < width, row >= 0, row < height else { return }
            cells[row * width + column] = newValue
        }
    }

    /// Writes text to the right of a place, at most `limit` cells.
    /// - Returns: the column after it.
    @discardableResult
    mutating func write(_ text: String, column: Int, row: Int, style: Style = .plain, limit: Int = .max) -> Int {
        var column = column
        for glyph in text.prefix(max(limit, 0)) {
            var own = style
            own.background = style.background ?? self[column, row]?.style.background
            self[column, row] = Cell(glyph: glyph, style: own)
            column += 1
        }
        return column
    }

    mutating func fill(_ box: DemoLayout.Box, _ background: Colour) {
        let line = String(repeating: " ", count: box.width)
        for row in box.row..<(box.row + box.height) {
            write(line, column: box.column, row: row, style: Style(background: background))
        }
    }

    /// Draws a frame with rounded corners around a box, and a title in its upper edge.
    mutating func frame(around box: DemoLayout.Box, title: String, style: Style) {
        let line = String(repeating: "─", count: box.width)
        write("╭" + line + "╮", column: box.column - 1, row: box.row - 1, style: style)
        write("╰" + line + "╯", column: box.column - 1, row: box.row + box.height, style: style)
        for row in box.row..<(box.row + box.height) {
            write("│", column: box.column - 1, row: row, style: style)
            write("│", column: box.column + box.width, row: row, style: style)
        }
        write(" \(title) ", column: box.column + 1, row: box.row - 1, style: style, limit: box.width - 2)
    }
}

struct Cell: Equatable {
    var glyph: Character
    var style: Style

    static let blank = Cell(glyph: " ", style: .plain)
}

/// The appearance of a character; nil is the terminal's own colour.
struct Style: Equatable {
    var foreground: Colour?
    var background: Colour?
    var isBold = false

    init(_ foreground: Colour? = nil, background: Colour? = nil, isBold: Bool = false) {
        self.foreground = foreground
        self.background = background
        self.isBold = isBold
    }

    static let plain = Style()
}

/// A colour of the display, each part 0…255 (sRGB).
struct Colour: Equatable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The perceived brightness, 0…1.
    var brightness: Double { (0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)) / 255 }

    func blended(with other: Colour, share: Double) -> Colour {
        func mix(_ own: UInt8, _ its: UInt8) -> UInt8 {
            UInt8(min(max(Double(own) + (Double(its) - Double(own)) * share, 0), 255))
        }
        return Colour(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}
