/// Bytes as text (RFC 4648, section 4).
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let filler = UInt8(ascii: "=")

    /// - Returns: the text in ASCII, without line feeds.
    static func text(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var place = 0
        while place < bytes.count {
            let count = min(3, bytes.count - place)
            // Three bytes are four letters of six bits each; what is missing at the end counts as zero.
            var group = 0
            for index in 0..<3 { group = group << 8 | (index < count ? Int(bytes[place + index]) : 0) }
            for index in 0..<4 {
                text.append(index <= count ? letters[group >> (18 - 6 * index) & 63] : filler)
            }
            place += count
        }
        return text
    }
}
