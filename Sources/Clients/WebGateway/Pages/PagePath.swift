/// The way to a file in the folder of pages: names that never lead out of it.
public struct PagePath: Hashable, Sendable {
    public let names: [String]
    public let type: PageType

    private static let mostNames = 8
    private static let longestName = 128

    /// - Parameter path: of an address, as in `WebRequest`: with its percent signs, without the query. "/" is index.html.
    ///
    /// Nil for everything that cannot be a page's file. Names consist of letters, digits, "-", "_", "~" and ".", and do not begin
    /// with ".": so there is no "..", no hidden file, and nothing that a file system or another decoder could understand in another way.
    public init?(_ path: String) {
        guard let decoded = Self.decoded(Array(path.utf8)), decoded.first == UInt8(ascii: "/") else { return nil }
        var names = decoded.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if decoded.count == 1 { names = [Array("index.html".utf8)[...]] }
        guard names.count <= Self.mostNames, names.allSatisfy(Self.isName), let last = names.last,
            let type = PageType(of: last)
        else { return nil }
        self.names = names.map { String(decoding: $0, as: UTF8.self) }
        self.type = type
    }

    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        1...longestName ~= name.count && name.first != UInt8(ascii: ".") && name.allSatisfy(Token.isUnreserved)
    }

    /// The bytes that are meant; nil where a percent sign is not followed by two digits.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
            else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
