import Glibc

extension String {
    /// A text in the notation of printf(3), always with a point before the decimals: "%.3f", "%02d".
    ///
    /// Foundation's function of this kind would bring 50 MB of tables for other languages into the programs.
    /// - Parameter arguments: whole numbers and Doubles only.
    package init(printf format: String, _ arguments: any CVarArg...) {
        let (text, length) = Self.printed(format, arguments, room: 128)
        self = length < 128 ? text : Self.printed(format, arguments, room: length + 1).text
    }

    /// - Parameter room: in bytes, with the closing zero. A longer text is cut off.
    /// - Returns: what fits, and the length in bytes of the whole text.
    private static func printed(
        _ format: String, _ arguments: [any CVarArg], room: Int
    ) -> (text: String, length: Int) {
        var bytes = [CChar](repeating: 0, count: room)
        let length = withVaList(arguments) { vsnprintf(&bytes, room, format, $0) }
        let text = bytes.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
        return (String(decoding: text, as: UTF8.self), Int(Swift.max(length, 0)))
    }
}
