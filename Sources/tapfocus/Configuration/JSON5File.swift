import CommandLineWords
import Foundation
import StateTrace

/// A file in JSON5, which may contain comments. Errors in it are reported with their line.
struct JSON5File {
    /// An error in a file, and its place.
    struct Fault: Error, CustomStringConvertible {
        var path: String
        /// Counted from 1; nil if it concerns the file as a whole.
        var line: Int?
        var message: String
        /// True if the file could not be read at all.
        var isUnreadable = false

        var description: String {
            line.map { "\(path), line \($0): \(message)" } ?? "\(path): \(message)"
        }
    }

    let path: String
    private let text: String
    private let data: Data
    /// False for a text without a file.
    private let hasLines: Bool

    /// Reads the file, without checking its contents.
    /// - Parameter kind: the kind of file in messages: "the configuration".
    init(_ path: String, _ kind: String) throws(Fault) {
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let answer = (error as? CocoaError)?.underlying as? POSIXError
            let reason = answer.map { String(cString: strerror($0.code.rawValue)).lowercased() } ?? "\(error)"
            throw Fault(
                path: path, line: nil, message: "cannot read \(kind): \(reason). Check the path.", isUnreadable: true)
        }
        // Foundation's decoder of JSON5 traps on text that is not UTF-8.
        guard let text = String(validating: data, as: UTF8.self) else {
            let repaired = zip(String(decoding: data, as: UTF8.self).utf8, data)
            let line = repaired.prefix { $0 == $1 }.count { $1 == UInt8(ascii: "\n") } + 1
            throw Fault(path: path, line: line, message: "expected UTF-8; these bytes are not.")
        }
        self.path = path
        self.text = text
        hasLines = true
    }

    /// A text that stands in no file; errors are told without a line.
    /// - Parameter name: names it in messages.
    init(text: String, name: String) {
        path = name
        self.text = text
        data = Data(text.utf8)
        hasLines = false
    }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(Fault) -> Value {
        if mayTrapDecoder, let place = JSON5Locator.fault(in: text) {
            throw Fault(path: path, line: hasLines ? place.line : nil, message: "expected \(place.expected).")
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            return try decoder.decode(type, from: data)
        } catch {
            guard let error = error as? DecodingError else { throw Fault(path: path, line: nil, message: "\(error)") }
            throw fault(error)
        }
    }

    /// True if a number may end with its exponent's sign ("1e+"), on which Foundation's decoder of JSON5 traps. A match
    /// in a text or a comment is harmless.
    private var mayTrapDecoder: Bool { text.contains(/[eE][+\-](?![0-9])/) }

    /// - Parameter entry: the index of the entry in a top-level list, counted from 0.
    func fault(_ error: SettingError, entry: Int? = nil) -> Fault {
        return Fault(
            path: path, line: line(of: error.key, entry),
            message: "\(error.key): expected \(error.expected).\(error.proposal)")
    }

    /// The error for a key that is not among the known ones.
    /// - Parameters:
    ///   - document: the file of the documentation that lists the known ones.
    ///   - entry: the index of the entry in a top-level list, counted from 0.
    func unknown(_ key: String, among known: [String], listedIn document: String, entry: Int? = nil) -> Fault {
        let near = Nearest.name(to: key, among: known)
        return Fault(
            path: path, line: line(of: key, entry),
            message: "unknown key \"\(key)\".\(near.isEmpty ? " \(document) lists the known ones." : near)")
    }

    private func fault(_ error: DecodingError) -> Fault {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let key = Self.key(context.codingPath)
            let words = key.isEmpty ? "" : "\(key): "
            return Fault(
                path: path, line: line(of: context.codingPath),
                message: "\(words)expected \(Self.words(for: type)).")
        case .keyNotFound(_, let context), .dataCorrupted(let context):
            let key = Self.key(context.codingPath)
            guard key.isEmpty else {
                return Fault(
                    path: path, line: line(of: context.codingPath), message: "\(key): \(context.debugDescription)")
            }
            let place = JSON5Locator.fault(in: text)
            let expected = place.map { "expected \($0.expected)." } ?? "this is not JSON5: \(context.debugDescription)"
            return Fault(path: path, line: hasLines ? place?.line : nil, message: expected)
        @unknown default:
            return Fault(path: path, line: nil, message: "\(error)")
        }
    }

    /// The keys joined by dots; an element of a list has the list's key.
    private static func key(_ path: [any CodingKey]) -> String {
        path.filter { $0.intValue == nil }.map(\.stringValue).joined(separator: ".")
    }

    private static func words(for type: Any.Type) -> String {
        switch type {
        case is Double.Type, is Int.Type: "a number"
        case is Bool.Type: "true or false"
        case is String.Type: "a text in quotes"
        case is [Double].Type, is [Any].Type: "a list: [ … ]"
        default: "an object: { … }"
        }
    }

    private func line(of key: String, _ entry: Int?) -> Int? {
        guard hasLines else { return nil }
        return JSON5Locator.line(of: entry.map { "\($0).\(key)" } ?? key, in: text)
    }

    private func line(of path: [any CodingKey]) -> Int? {
        guard hasLines else { return nil }
        let key = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return key.isEmpty ? 1 : JSON5Locator.line(of: key, in: text)
    }
}

extension CocoaError {
    fileprivate var underlying: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }
}

/// The keys of an object in a file, whatever their values.
struct KeyTree: Decodable {
    private var children: [String: KeyTree] = [:]

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self) else {
            // Not an object, which the top level has to be.
            if decoder.codingPath.isEmpty { _ = try decoder.container(keyedBy: Key.self) }
            return
        }
        for key in container.allKeys { children[key.stringValue] = try container.decode(KeyTree.self, forKey: key) }
    }

    /// All keys in alphabetical order; the keys of inner objects with a dot.
    func keys(_ prefix: String = "") -> [String] {
        children.keys.sorted().flatMap { key in
            [prefix + key] + (children[key]?.keys(prefix + key + ".") ?? [])
        }
    }
}
