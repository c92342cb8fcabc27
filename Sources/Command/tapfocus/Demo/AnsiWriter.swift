/// Translates a screen buffer to terminal codes, and sends only the changes since the last buffer.
struct AnsiWriter {
    /// The number of colours that a terminal shows.
    enum ColourDepth: Equatable {
        case none
        case indexed256
        case trueColour
    }

    let depth: ColourDepth
    private var previous: ScreenBuffer?

    init(depth: ColourDepth) { self.depth = depth }

    /// Alternate screen, no cursor, no line wrapping.
    static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
    /// Restores the terminal. The alternate screen is cleared first, because some terminals leave a part of it behind
    /// if their window has grown since.
    static let leave = "\u{1b}[0m\u{1b}[2J\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

    /// The codes that change the terminal from the last buffer to this one.
    mutating func update(to buffer: ScreenBuffer) -> String {
        var output = ""
        let isSameSize = previous?.width == buffer.width && previous?.height == buffer.height
        if !isSameSize { output += "\u{1b}[0m\u{1b}[2J" }
        var style: Style?
        for row in 0..<buffer.height {
            var cursor: Int?
            for column in 0..<buffer.width {
                guard let cell = buffer[column, row] else { continue }
                if isSameSize, previous?[column, row] == cell { continue }
                if cursor != column { output += "\u{1b}[\(row + 1);\(column + 1)H" }
                if style != cell.style {
                    output += code(cell.style)
                    style = cell.style
                }
                output.append(cell.glyph)
                cursor = column + 1
            }
        }
        previous = buffer
        guard !output.isEmpty else { return "" }
        // Terminals that know this bracket (synchronised output) show the whole change at once; the others ignore it.
        return "\u{1b}[?2026h" + output + "\u{1b}[0m\u{1b}[?2026l"
    }

    private func code(_ style: Style) -> String {
        var codes = ["0"]
        if style.isBold { codes.append("1") }
        if let colour = style.foreground { codes += code(colour, base: 38) }
        if let colour = style.background { codes += code(colour, base: 48) }
        return "\u{1b}[" + codes.joined(separator: ";") + "m"
    }

    private func code(_ colour: Colour, base: Int) -> [String] {
        switch depth {
        case .none: []
        case .trueColour: ["\(base);2;\(colour.red);\(colour.green);\(colour.blue)"]
        case .indexed256: ["\(base);5;\(Self.index(of: colour))"]
        }
    }

    /// The nearest of the 256 colours that all terminals agree on: a cube of 6 × 6 × 6, and 24 greys.
    static func index(of colour: Colour) -> Int {
        let parts = [Int(colour.red), Int(colour.green), Int(colour.blue)]
        let levels = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        let cube = levels.map { $0 == 0 ? 0 : 55 + 40 * $0 }
        let greyLevel = min(max((parts.reduce(0, +) / 3 - 3) / 10, 0), 23)
        let grey = Array(repeating: 8 + 10 * greyLevel, count: 3)
        func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        if distance(grey) < distance(cube) { return 232 + greyLevel }
        return 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    }
}
