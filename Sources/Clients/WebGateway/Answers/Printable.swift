/// Text from outside that can be shown: in a terminal, a log or a page.
public enum Printable {
    /// Longer texts are cut, in bytes.
    private static let limit = 100

    /// The text with everything but printable ASCII replaced by "?".
    public static func text(_ text: String) -> String {
        let bytes = text.utf8.prefix(limit).map { (0x20...0x7e).contains($0) && $0 != 0x22 ? $0 : UInt8(ascii: "?") }
        return String(decoding: bytes, as: UTF8.self) + (text.utf8.count > limit ? "..." : "")
    }
}
