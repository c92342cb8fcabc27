/// Text for people that contains words from outside: the name of a camera, an error of another program. It reaches a terminal
/// without control characters, which could command it.
public enum PlainText {
    /// The text as one line: each control character but the tab, line feeds among them, is replaced by U+FFFD.
    /// - Parameter limit: the longest text in Unicode scalars; the rest is cut off.
    public static func line(_ text: String, limit: Int = .max) -> String {
        plain(text, limit: limit, keepsLineFeeds: false)
    }

    /// The text with its line feeds; each other control character is replaced by U+FFFD.
    public static func lines(_ text: String) -> String { plain(text, limit: .max, keepsLineFeeds: true) }

    private static func plain(_ text: String, limit: Int, keepsLineFeeds: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7f ~= $0 || keepsLineFeeds && $0 == 0x0a }
        if isPlain, text.utf8.count <= limit { return text }
        let scalars = text.unicodeScalars.prefix(limit).map { (scalar) -> Unicode.Scalar in
            isHarmless(scalar) || keepsLineFeeds && scalar == "\n" ? scalar : "\u{fffd}"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        // A tab only moves to the right, and the joiners belong to words of some scripts, and to emoji.
        if ["\t", "\u{200c}", "\u{200d}"].contains(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
