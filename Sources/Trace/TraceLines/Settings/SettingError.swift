import FocusCore
import JSONLines

/// A setting whose value is not allowed.
public struct SettingError: Error, Equatable, CustomStringConvertible {
    /// The key, with dots: "tap.longestTime".
    public var key: String
    /// The values that are allowed.
    public var expected: String
    /// A sentence that proposes a value, with a space before it; empty: there is none.
    public var proposal: String

    public init(key: String, expected: String, proposal: String = "") {
        self.key = key
        self.expected = expected
        self.proposal = proposal
    }

    public var description: String { "\(key): expected \(expected)\(proposal.isEmpty ? "" : ".\(proposal)")" }
}

extension Setting {
    /// The values that are allowed, in words.
    public var expectation: String {
        if let expected { return expected }
        switch kind {
        case .number(.range(let range)): return "a number, \(range.lowerBound)…\(range.upperBound)"
        case .number(.positive): return "a number above 0"
        case .number(.share): return "a share above 0 and up to 1"
        case .count(let range): return "a whole number, \(range.lowerBound)…\(range.upperBound)"
        case .seconds(let range): return "seconds, \(Self.plain(range.lowerBound))…\(Self.plain(range.upperBound))"
        case .choice(let names): return "one of \(names.map { $0.description }.joined(separator: ", "))"
        case .number(.described), .boolean, .size, .rectangle, .numbers, .text, .texts, .group: return kind.words
        }
    }

    /// The value that a text stands for, as on a command line; nil if it is none of this kind.
    public func value(of text: String) -> SettingValue? {
        switch kind {
        case .number, .count, .seconds: return DecimalNumber.value(of: text[...]).map { .number($0) }
        case .choice(let names):
            return names.firstIndex { text.utf8.elementsEqual($0.description.utf8) }.map { .choice($0) }
        case .size: return Self.size(text[...]).map { .numbers($0) }
        case .rectangle:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 3, let x = DecimalNumber.value(of: parts[0]),
                let y = DecimalNumber.value(of: parts[1]), let size = Self.size(parts[2])
            else { return nil }
            return .numbers([x, y] + size)
        case .text: return .text(text)
        case .boolean, .numbers, .texts, .group: return nil
        }
    }

    /// Whole numbers have no point.
    private static func plain(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }

    private static func size(_ text: Substring) -> [Double]? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(DecimalNumber.value(of:))
        guard parts.count == 2, let width = parts[0], let height = parts[1] else { return nil }
        return [width, height]
    }
}

extension Setting.Kind {
    /// What a file has to have there, whatever its value.
    var words: String {
        switch self {
        case .number, .count, .seconds: "a number"
        case .boolean: "true or false"
        case .choice, .size, .rectangle, .text: "a text in quotes"
        case .numbers, .texts: "a list: [ … ]"
        case .group: "an object: { … }"
        }
    }

    /// The same for an element of a list; nil: it is no list.
    var elementWords: String? {
        switch self {
        case .numbers: "a number"
        case .texts: "a text in quotes"
        case .number, .count, .seconds, .boolean, .choice, .size, .rectangle, .text, .group: nil
        }
    }
}
