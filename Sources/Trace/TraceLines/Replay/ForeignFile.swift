import JSONLines

/// The words about a file that does not begin as a trace does.
enum ForeignFile {
    static let header =
        "a trace, which begins with {\"format\":\"\(TraceFormat.name)\", as \"tapfocus run --trace FILE\" writes it"

    /// True if a line says that it is the header of a trace, whatever else is wrong with it.
    static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        var scanner = JSONScanner(line)
        var isHeader = false
        try? scanner.object { (scanner, key) throws(JSONFault) in
            guard key == "format" else { return try scanner.skip() }
            isHeader = try scanner.string() == TraceFormat.name
        }
        return isHeader
    }

    /// The description of what was expected in the place of a first line.
    static func expectation(for line: UnsafeRawBufferPointer) -> String {
        // The first bytes of compressed files (RFC 8878, RFC 1952, the xz file format).
        let compressions: [([UInt8], String)] = [
            ([0x28, 0xb5, 0x2f, 0xfd], "zstd -d"), ([0x1f, 0x8b], "gunzip"), ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "unxz"),
        ]
        for (magic, program) in compressions where line.starts(with: magic) {
            return "a trace; this file is compressed, and \"\(program) FILE\" unpacks it"
        }
        return header
    }
}
