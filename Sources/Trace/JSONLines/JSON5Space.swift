/// The space between the words of JSON5: spaces, line ends and comments.
enum JSON5Space {
    /// The length of a space, a line end or a comment at a place of a text; 0: there is none.
    static func length(in text: UnsafeRawBufferPointer, at place: Int) -> Int {
        let rest = UnsafeRawBufferPointer(rebasing: text[place...])
        switch rest[0] {
        case 0x09...0x0d, 0x20: return 1
        case UInt8(ascii: "/"): return commentLength(rest)
        case 0x80...: return spaces.first { rest.starts(with: $0.utf8) }?.utf8.count ?? 0
        default: return 0
        }
    }

    static func isLineEnd(_ unit: UInt16) -> Bool { unit == 0x0a || unit == 0x2028 || unit == 0x2029 }

    private static func commentLength(_ text: UnsafeRawBufferPointer) -> Int {
        guard text.count > 1 else { return 0 }
        if text[1] == UInt8(ascii: "/") { return text.firstIndex { $0 == 0x0a || $0 == 0x0d } ?? text.count }
        guard text[1] == UInt8(ascii: "*") else { return 0 }
        var end = 4
        while end <= text.count, text[end - 2] != UInt8(ascii: "*") || text[end - 1] != UInt8(ascii: "/") { end += 1 }
        return end <= text.count ? end : 0
    }

    private static let spaces = [
        "\u{a0}", "\u{1680}", "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}",
        "\u{2007}", "\u{2008}", "\u{2009}", "\u{200a}", "\u{2028}", "\u{2029}", "\u{202f}", "\u{205f}", "\u{3000}",
        "\u{feff}",
    ]
}
