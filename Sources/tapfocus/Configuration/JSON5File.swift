import CommandLineWords
import FocusCore
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
    private let text: JSON5Text
    /// False for a text without a file.
    private let hasLines: Bool

    /// Reads the file, without checking its settings.
    /// - Parameter kind: the kind of file in messages: "the configuration".
    init(_ path: String, _ kind: String) throws(Fault) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let answer = (error as? CocoaError)?.underlying as? POSIXError
            let reason = answer.map { String(cString: strerror($0.code.rawValue)).lowercased() } ?? "\(error)"
            throw Fault(
                path: path, line: nil, message: "cannot read \(kind): \(reason). Check the path.", isUnreadable: true)
        }
        guard String(validating: data, as: UTF8.self) != nil else {
            let repaired = zip(String(decoding: data, as: UTF8.self).utf8, data)
            let line = repaired.prefix { $0 == $1 }.count { $1 == UInt8(ascii: "\n") } + 1
            throw Fault(path: path, line: line, message: "expected UTF-8; these bytes are not.")
        }
        try self.init(data, path, hasLines: true)
    }

    /// A text that stands in no file; errors are told without a line.
    /// - Parameter name: names it in messages.
    init(text: String, name: String) throws(Fault) { try self.init(Array(text.utf8), name, hasLines: false) }

    private init(_ text: some Sequence<UInt8>, _ path: String, hasLines: Bool) throws(Fault) {
        do throws(JSON5Text.Fault) {
            self.text = try JSON5Text(text)
        } catch {
            throw Fault(path: path, line: hasLines ? error.line : nil, message: "expected \(error.expected).")
        }
        self.path = path
        self.hasLines = hasLines
    }

    /// Reads the file as an object over settings: what it does not mention stays.
    /// - Parameter document: the file of the documentation that lists the known keys.
    func read(into group: inout some SettingGroup, listedIn document: String) throws(Fault) {
        do throws(SettingFault) {
            try text.read(into: &group)
        } catch {
            throw fault(error, known: SettingList(group).keys, document)
        }
    }

    /// Reads the file as a list of objects.
    /// - Parameters:
    ///   - empty: an element before it is read.
    ///   - check: throws if an element's settings do not go together.
    func readList<Element: SettingGroup>(
        of empty: Element, listedIn document: String, check: (Element) throws(SettingError) -> Void
    ) throws(Fault) -> [Element] {
        do throws(SettingFault) {
            return try text.readList(of: empty, check: check)
        } catch {
            throw fault(error, known: SettingList(empty).keys, document)
        }
    }

    private func fault(_ fault: SettingFault, known: [String], _ document: String) -> Fault {
        // It may end with a proposal.
        let end = fault.expected.hasSuffix("?") ? "" : "."
        var message = "\(fault.key.isEmpty ? "" : "\(fault.key): ")expected \(fault.expected)\(end)"
        if fault.isUnknown {
            let near = Nearest.name(to: fault.key, among: known)
            message = "unknown key \"\(fault.key)\".\(near.isEmpty ? " \(document) lists the known ones." : near)"
        }
        return Fault(path: path, line: hasLines ? text.line(of: fault) : nil, message: message)
    }
}

extension CocoaError {
    fileprivate var underlying: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }
}
