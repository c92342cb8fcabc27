import Foundation
import StateTrace

/// Reads a configuration file: JSON5, so that a person may comment it.
struct ConfigurationFile {
    /// What is wrong with a file, and where.
    struct Fault: Error, CustomStringConvertible {
        var path: String
        /// Counted from 1; nil where the file as a whole is meant.
        var line: Int?
        var message: String

        var description: String {
            line.map { "\(path), line \($0): \(message)" } ?? "\(path): \(message)"
        }
    }

    private let path: String
    private let text: String

    /// - Throws: `Fault`
    static func read(_ path: String) throws -> RunSettings {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let answer = (error as? CocoaError)?.underlying as? POSIXError
            let reason = answer.map { String(cString: strerror($0.code.rawValue)).lowercased() } ?? "\(error)"
            throw Fault(path: path, line: nil, message: "cannot read the configuration: \(reason). Check the path.")
        }
        // Foundation's decoder of JSON5 traps on what is no UTF-8.
        guard let text = String(validating: data, as: UTF8.self) else {
            let repaired = zip(String(decoding: data, as: UTF8.self).utf8, data)
            let line = repaired.prefix { $0 == $1 }.count { $1 == UInt8(ascii: "\n") } + 1
            throw Fault(path: path, line: line, message: "expected UTF-8; these bytes are none.")
        }
        return try ConfigurationFile(path: path, text: text).settings(data)
    }

    private func settings(_ data: Data) throws -> RunSettings {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            let tree = try decoder.decode(KeyTree.self, from: data)
            for key in tree.keys() where !RunSettings.knownKeys.contains(key) { throw unknown(key) }
            let settings = try decoder.decode(RunSettings.self, from: data)
            _ = try settings.engine.configuration()
            guard settings.camera != "none" else {
                throw SettingError(key: "camera", expected: "auto, a path or a name; there is no none")
            }
            return settings
        } catch let error as DecodingError {
            throw fault(error)
        } catch let error as SettingError {
            throw Fault(path: path, line: line(of: error.key), message: "\(error.key): expected \(error.expected).")
        }
    }

    private func unknown(_ key: String) -> Fault {
        let nearest = Nearest.nearest(to: key, among: RunSettings.knownKeys) ?? ""
        return Fault(
            path: path, line: line(of: key), message: "unknown key \"\(key)\"; the nearest known one is \"\(nearest)\"."
        )
    }

    private func fault(_ error: DecodingError) -> Fault {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let key = Self.key(context.codingPath)
            guard !key.isEmpty else { return Fault(path: path, line: 1, message: "expected an object: { … }.") }
            return Fault(path: path, line: line(of: key), message: "\(key): expected \(Self.words(for: type)).")
        case .keyNotFound(_, let context), .dataCorrupted(let context):
            let key = Self.key(context.codingPath)
            guard key.isEmpty else {
                return Fault(path: path, line: line(of: key), message: "\(key): \(context.debugDescription)")
            }
            let place = JSON5Locator.fault(in: text)
            let expected = place.map { "expected \($0.expected)." } ?? "this is no JSON5: \(context.debugDescription)"
            return Fault(path: path, line: place?.line, message: expected)
        @unknown default:
            return Fault(path: path, line: nil, message: "\(error)")
        }
    }

    /// With dots; an element of a list goes by the list's key.
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

    private func line(of key: String) -> Int? { JSON5Locator.line(of: key, in: text) }
}

extension CocoaError {
    fileprivate var underlying: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }
}

/// The keys of a file, whatever its values are.
private struct KeyTree: Decodable {
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
            // Not an object; at the top it has to be one.
            if decoder.codingPath.isEmpty { _ = try decoder.container(keyedBy: Key.self) }
            return
        }
        for key in container.allKeys { children[key.stringValue] = try container.decode(KeyTree.self, forKey: key) }
    }

    func keys(_ prefix: String = "") -> [String] {
        children.keys.sorted().flatMap { key in
            [prefix + key] + (children[key]?.keys(prefix + key + ".") ?? [])
        }
    }
}
