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
        return try ConfigurationFile(path: path, text: String(decoding: data, as: UTF8.self)).settings(data)
    }

    private func settings(_ data: Data) throws -> RunSettings {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            let tree = try decoder.decode(KeyTree.self, from: data)
            for key in tree.keys() where !RunSettings.knownKeys.contains(key) { throw unknown(key) }
            let settings = try decoder.decode(RunSettings.self, from: data)
            _ = try settings.engine.configuration()
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
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            let key = context.codingPath.map(\.stringValue).joined(separator: ".")
            guard !key.isEmpty else { return Fault(path: path, line: 1, message: "expected an object: { … }.") }
            return Fault(
                path: path, line: line(of: key), message: "\(key): \(context.debugDescription)")
        case .dataCorrupted(let context):
            guard context.codingPath.isEmpty else {
                let key = context.codingPath.map(\.stringValue).joined(separator: ".")
                return Fault(path: path, line: line(of: key), message: "\(key): \(context.debugDescription)")
            }
            let place = JSON5Locator.fault(in: text)
            let expected = place.map { "expected \($0.expected)." } ?? "this is no JSON5."
            return Fault(path: path, line: place?.line, message: expected)
        @unknown default:
            return Fault(path: path, line: nil, message: "\(error)")
        }
    }

    /// The line on which a key stands: the decoder does not tell. Of an inner key, the first behind its outer ones.
    private func line(of key: String) -> Int? {
        var rest = NSRange(text.startIndex..., in: text)
        var line: Int?
        for part in key.split(separator: ".") where Int(part) == nil {
            let name = NSRegularExpression.escapedPattern(for: String(part))
            let pattern = try? NSRegularExpression(pattern: "(?<![\\w$])[\"']?\(name)[\"']?\\s*:")
            guard let match = pattern?.firstMatch(in: text, range: rest), let found = Range(match.range, in: text)
            else {
                return line
            }
            line = text[..<found.lowerBound].count { $0.isNewline } + 1
            rest = NSRange(found.upperBound..., in: text)
        }
        return line
    }
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
