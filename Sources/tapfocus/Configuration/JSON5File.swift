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
            let remedy = answer?.code == .EACCES ? Self.readers(of: path) : "Check the path."
            throw Fault(
                path: path, line: nil, message: "cannot read \(kind): \(reason). \(remedy)", isUnreadable: true)
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

    /// Who may read a file that this user may not.
    private static func readers(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "A folder on its path is closed to this user." }
        let mode = "0" + String(status.st_mode & 0o777, radix: 8)
        let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
        let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
        return "It belongs to the user \(owner) and the group \(group), its mode is \(mode): let this user read it "
            + "(chmod, chgrp), or start the program as its owner."
    }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(Fault) -> Value {
        if mayTrapDecoder, let place = JSON5Locator.fault(in: text) {
            throw Fault(path: path, line: hasLines ? place.line : nil, message: "expected \(place.expected).")
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let value: Value
        do {
            value = try decoder.decode(type, from: data)
        } catch {
            guard let error = error as? DecodingError else { throw Fault(path: path, line: nil, message: "\(error)") }
            throw fault(error)
        }
        try refuseRepeatedKey()
        return value
    }

    /// The decoder would take the first of two values, and say nothing about the other.
    private func refuseRepeatedKey() throws(Fault) {
        guard let (path, earlier, line) = JSON5Locator.repeatedKey(in: text) else { return }
        // The keys of a list's elements are their indices.
        let key = path.filter { Int($0) == nil }.joined(separator: ".")
        let place = hasLines ? ", first in line \(earlier)" : ""
        throw Fault(
            path: self.path, line: hasLines ? line : nil,
            message: "\(key): this key is given twice\(place). Leave one of them out.")
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
        let near = meant(by: key, among: known).map { " Did you mean \(spelling($0))?" }
        return Fault(
            path: path, line: line(of: key, entry),
            message: "unknown key \"\(key)\".\(near ?? " \(document) lists the known ones.")")
    }

    /// The error for a key that contains a dot: "tap.longestTime" in quotes.
    func dotted(_ key: String) -> Fault {
        Fault(
            path: path, line: line(of: key, nil),
            message: "the key \"\(key)\" contains a dot. An inner key stands inside its object: \(Self.nested(key)).")
    }

    /// The known key that is named without its object, or in another one, or else the nearest one.
    private func meant(by key: String, among known: [String]) -> String? {
        func name(_ key: String) -> Substring? { key.split(separator: ".").last }
        return known.first { name($0) == name(key) } ?? Nearest.near(key, among: known)
    }

    /// As it can be copied into the file; `--set` takes an inner key with its dot.
    private func spelling(_ key: String) -> String {
        hasLines && key.contains(".") ? Self.nested(key) : "\"\(key)\""
    }

    /// "tap: { longestTime: … }" for "tap.longestTime".
    private static func nested(_ key: String) -> String {
        let keys = key.split(separator: ".")
        guard let last = keys.last else { return key }
        return keys.dropLast().reversed().reduce("\(last): …") { "\($1): { \($0) }" }
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

    /// The first key in alphabetical order that contains a dot itself, after the keys that lead to it; nil if there is none.
    func firstWithDot(_ prefix: String = "") -> String? {
        for key in children.keys.sorted() {
            if key.contains(".") { return prefix + key }
            if let inner = children[key]?.firstWithDot(prefix + key + ".") { return inner }
        }
        return nil
    }

    /// All keys in alphabetical order; the keys of inner objects with a dot.
    func keys(_ prefix: String = "") -> [String] {
        children.keys.sorted().flatMap { key in
            [prefix + key] + (children[key]?.keys(prefix + key + ".") ?? [])
        }
    }
}
