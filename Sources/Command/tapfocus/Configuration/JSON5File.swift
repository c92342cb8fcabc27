import CommandLineWords
import FocusCore
import Glibc
import KioskRuntime
import StateTrace

/// A file in JSON5, which may contain comments. Errors in it are reported with their line.
struct JSON5File {
    struct Fault: Error, CustomStringConvertible {
        var path: String
        /// Counted from 1; nil if it concerns the file as a whole.
        var line: Int?
        /// Counted from 1.
        var column: Int?
        var message: String
        /// True if the file could not be read at all.
        var isUnreadable = false

        var description: String { line.map { "\(path), line \($0): \(message)" } ?? "\(path): \(message)" }
    }

    let path: String
    private let text: JSON5Text
    /// False for a text without a file.
    private let hasLines: Bool

    /// Reads the file, without checking its settings.
    /// - Parameter kind: the kind of file in messages: "the configuration".
    init(_ path: String, _ kind: String) throws(Fault) {
        let data: [UInt8]
        do throws(SystemError) {
            data = try WholeFile.read(path)
        } catch {
            let reason = error.explanation.lowercased()
            let remedy = error.code == EACCES ? Self.readers(of: path) : "Check the path."
            throw Fault(path: path, line: nil, message: "cannot read \(kind): \(reason). \(remedy)", isUnreadable: true)
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
            throw Fault(
                path: path, line: hasLines ? error.line : nil, column: hasLines ? error.column : nil,
                message: "expected \(error.expected).")
        }
        self.path = path
        self.hasLines = hasLines
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

    /// Reads the file as an object over settings: what it does not mention stays.
    /// - Parameter document: the file of the documentation that lists the known keys.
    func read(into group: inout some SettingGroup, listedIn document: String) throws(Fault) {
        do throws(SettingFault) {
            try text.read(into: &group)
        } catch {
            throw fault(error, known: SettingList(group).keys, document)
        }
    }

    /// The line in which the file sets a key; nil: it does not.
    func line(of key: String, in group: some SettingGroup) -> Int? { text.line(of: key, in: group) }

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

    /// The fault for settings of this file that do not go together, or not with an option.
    /// - Parameter group: settings that the file can be read over.
    func fault(_ error: SettingError, in group: some SettingGroup) -> Fault {
        let place = hasLines ? text.place(of: error.key, in: group) : nil
        return Fault(
            path: path, line: place.map { text.line(at: $0) }, column: place.map { text.column(at: $0) },
            message: "\(error.key): expected \(error.expected).\(error.proposal)")
    }

    private func fault(_ fault: SettingFault, known: [String], _ document: String) -> Fault {
        let message =
            switch fault.reason {
            case .value: "\(fault.key.isEmpty ? "" : "\(fault.key): ")expected \(fault.expected).\(fault.proposal)"
            case .unknown:
                "unknown key \"\(fault.key)\"."
                    + (meant(by: fault.key, among: known).map { " Did you mean \(spelling($0))?" }
                        ?? " \(document) lists the known ones.")
            case .dotted:
                // Joined with the keys around it, such a key may look like a known one.
                "the key \"\(fault.key)\" contains a dot. An inner key stands inside its object: \(Self.nested(fault.key))."
            case .repeated(let earlier):
                "\(fault.key): this key is given twice\(hasLines ? ", first in line \(text.line(at: earlier))" : ""). "
                    + "Leave one of them out."
            }
        return Fault(
            path: path, line: hasLines ? text.line(at: fault.place) : nil,
            column: hasLines ? text.column(at: fault.place) : nil, message: message)
    }

    /// The known key that is named without its object, or in another one, or else the nearest one.
    private func meant(by key: String, among known: [String]) -> String? {
        func name(_ key: String) -> Substring? { key.split(separator: ".").last }
        return known.first { name($0) == name(key) } ?? Nearest.near(key, among: known)
    }

    /// As it can be copied into the file; `--set` takes an inner key with its dot.
    private func spelling(_ key: String) -> String { hasLines && key.contains(".") ? Self.nested(key) : "\"\(key)\"" }

    /// "tap: { longestTime: … }" for "tap.longestTime".
    private static func nested(_ key: String) -> String {
        let keys = key.split(separator: ".")
        guard let last = keys.last else { return key }
        return keys.dropLast().reversed().reduce("\(last): …") { "\($1): { \($0) }" }
    }
}

enum ConfigurationFile {
    typealias Fault = JSON5File.Fault

    static func read(_ path: String) throws(Fault) -> RunSettings {
        var settings = RunSettings()
        try read(try JSON5File(path, "the configuration"), into: &settings)
        return settings
    }

    /// Reads a file over settings: what it does not mention stays.
    static func read(_ file: JSON5File, into settings: inout RunSettings) throws(Fault) {
        try file.read(into: &settings, listedIn: "Documentation/Configuration.md")
        guard settings.trace == nil || settings.traceRing == nil else {
            throw file.fault(RunSettings.twoTraces, in: RunSettings())
        }
    }
}
