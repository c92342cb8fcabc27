import Foundation

/// Finds the line where a text stops being JSON5, and the lines of its keys. Foundation's decoder reports neither.
///
/// It follows the grammar of the JSON5 specification 1.0.0 closely enough to name the line. Only the decoder decides if
/// a text is JSON5.
struct JSON5Locator {
    private let text: [Character]
    private var position = 0
    private var depth = 0
    /// The keys that lead to the present value, and the line of each key passed so far.
    private var path: [String] = []
    private var places: [String: Int] = [:]
    /// The place of each key of an object, by the keys that lead to it; a key in quotes may itself contain a dot.
    private var memberPlaces: [[String]: Int] = [:]
    private var repeated: (path: [String], earlier: Int, place: Int)?

    private struct Stop: Error {
        var expected: String
    }

    /// The line, counted from 1, and the expected syntax there; nil if no fault was found.
    static func fault(in text: String) -> (line: Int, expected: String)? {
        var locator = JSON5Locator(text: Array(text))
        do {
            try locator.value()
            try locator.skipSpace()
            guard locator.position == locator.text.count else { throw Stop(expected: "nothing more") }
            return nil
        } catch {
            return (locator.line(at: locator.position), (error as? Stop)?.expected ?? "JSON5")
        }
    }

    /// The line, counted from 1, of a key, or of the innermost outer key that exists. The name of an inner key has
    /// dots: "tap.longestTime"; an element of a list has its index: "crop.0".
    static func line(of key: String, in text: String) -> Int? {
        var locator = JSON5Locator(text: Array(text))
        try? locator.value()
        var parts = key.split(separator: ".")
        while !parts.isEmpty {
            if let place = locator.places[parts.joined(separator: ".")] { return locator.line(at: place) }
            parts.removeLast()
        }
        return nil
    }

    /// The first key that an object has twice, after the keys that lead to it, and the lines of both, counted from 1; nil if there
    /// is none.
    static func repeatedKey(in text: String) -> (path: [String], earlier: Int, line: Int)? {
        var locator = JSON5Locator(text: Array(text))
        try? locator.value()
        return locator.repeated.map { ($0.path, locator.line(at: $0.earlier), locator.line(at: $0.place)) }
    }

    private func line(at place: Int) -> Int { text.prefix(place).count { $0.isNewline } + 1 }

    private init(text: [Character]) {
        self.text = text
    }

    private var next: Character? { position < text.count ? text[position] : nil }

    private mutating func value() throws {
        try skipSpace()
        depth += 1
        defer { depth -= 1 }
        guard depth < 100 else { throw Stop(expected: "fewer brackets") }
        switch next {
        case "{": try members(end: "}", needsKeys: true)
        case "[": try members(end: "]", needsKeys: false)
        case "\"", "'": try string()
        default: try literal()
        }
    }

    private mutating func members(end: Character, needsKeys: Bool) throws {
        position += 1
        var count = 0
        while true {
            try skipSpace()
            if consume(end) { return }
            if needsKeys {
                try key()
                try skipSpace()
                guard consume(":") else { throw Stop(expected: "a colon behind the key") }
            }
            if !needsKeys { try element(count) }
            count += 1
            try value()
            path.removeLast()
            try skipSpace()
            if consume(end) { return }
            guard consume(",") else { throw Stop(expected: "a comma or \"\(end)\"") }
        }
    }

    private mutating func key() throws {
        let start = position
        if next == "\"" || next == "'" { try string() } else { try word("a key") }
        path.append(String(text[start..<position]).trimmingCharacters(in: ["\"", "'"]))
        mark(start)
        if let earlier = memberPlaces.updateValue(start, forKey: path), repeated == nil {
            repeated = (path, earlier, start)
        }
    }

    /// An element of a list, whose key is its index, counted from 0.
    private mutating func element(_ index: Int) throws {
        try skipSpace()
        path.append("\(index)")
        mark(position)
    }

    private mutating func mark(_ start: Int) {
        let name = path.joined(separator: ".")
        if places[name] == nil { places[name] = start }
    }

    /// A number, true, false or null.
    private mutating func literal() throws {
        let start = position
        try word("a value")
        let word = String(text[start..<position])
        guard ["true", "false", "null"].contains(word) || word.wholeMatch(of: Self.number) != nil else {
            position = start
            throw Stop(expected: "a value (a text needs quotes, and a number no zeros before it)")
        }
    }

    private static var number: Regex<Substring> {
        /[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/
    }

    private mutating func string() throws {
        let quote = next
        position += 1
        while let character = next, !character.isNewline {
            position += 1
            if character == quote { return }
            if character == "\\" { position = min(position + 1, text.count) }
        }
        throw Stop(expected: "the end of the string")
    }

    /// A number, another word, or an unquoted key.
    private mutating func word(_ expected: String) throws {
        let start = position
        while let character = next, character.isLetter || character.isNumber || "+-._$".contains(character) {
            position += 1
        }
        guard position > start else { throw Stop(expected: expected) }
    }

    private mutating func skipSpace() throws {
        while let character = next {
            if character.isWhitespace {
                position += 1
            } else if text[position...].starts(with: "//") {
                while let character = next, !character.isNewline { position += 1 }
            } else if text[position...].starts(with: "/*") {
                let start = position
                position += 2
                while position < text.count, !text[position...].starts(with: "*/") { position += 1 }
                guard position < text.count else {
                    position = start
                    throw Stop(expected: "the end of the comment")
                }
                position += 2
            } else {
                return
            }
        }
    }

    private mutating func consume(_ character: Character) -> Bool {
        guard next == character else { return false }
        position += 1
        return true
    }
}
