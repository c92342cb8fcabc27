import FocusCore
import JSONLines

/// What is wrong with settings in JSON, and where.
public struct SettingFault: Error, Equatable, Sendable {
    /// The key, with dots; empty: the object as a whole.
    public var key: String
    /// The values that are allowed.
    public var expected: String
    /// A sentence that proposes a value, with a space before it; empty: there is none.
    public var proposal = ""
    public var reason = Reason.value
    /// The place in the JSON, in bytes from its beginning.
    public var place: Int

    public enum Reason: Equatable, Sendable {
        /// The value is not allowed.
        case value
        /// No setting has the key.
        case unknown
        /// The last part of the key contains a dot itself: "tap.longestTime" in quotes. No setting has such a key.
        case dotted
        /// The object has the key twice; the place of the first one.
        case repeated(earlier: Int)
    }
}

/// A key that was read, and its place.
package struct SettingPlace {
    package var key: String
    package var place: Int
}

extension JSONScanner {
    /// Reads an object over settings: each field that it has takes the place of the value there. A null counts as left out.
    /// - Parameters:
    ///   - outer: the key of the object itself, with dots.
    ///   - places: gets the keys that were read; nil: nobody needs them, and unknown ones are passed over.
    package mutating func settings(
        into group: inout some SettingGroup, within outer: String = "", places: inout [SettingPlace]?
    ) throws(SettingFault) {
        guard isAtObject() else { throw SettingFault(key: outer, expected: Setting.Kind.group.words, place: position) }
        var fault: SettingFault?
        do throws(JSONFault) {
            try object { (scanner, key) throws(JSONFault) in
                var reader = SettingReader(scanner, key, within: outer, places)
                group.describe(&reader)
                if !reader.isKnown { reader.passOver() }
                scanner = reader.scanner
                places = reader.places
                fault = reader.fault
                if fault != nil { throw scanner.fault("a setting") }
            }
        } catch {
            throw fault ?? SettingFault(key: outer, expected: error.expected, place: error.column)
        }
    }
}

/// Reads the value of one key: the setting with this name takes it.
private struct SettingReader: SettingVisitor {
    private(set) var scanner: JSONScanner
    /// True once a setting has had the name.
    private(set) var isKnown = false
    private(set) var fault: SettingFault?
    private(set) var places: [SettingPlace]?
    private let key: JSONScanner.Key
    private let outer: String

    init(_ scanner: JSONScanner, _ key: JSONScanner.Key, within outer: String, _ places: [SettingPlace]?) {
        self.scanner = scanner
        self.key = key
        self.outer = outer
        self.places = places
    }

    mutating func visit(_ setting: Setting, _ value: SettingValue) -> SettingValue? {
        guard finds(setting), !scanner.takeNull() else { return nil }
        let start = scanner.position
        do throws(JSONFault) {
            if let given = try scanner.value(of: setting) { return given }
            refuse(setting)
        } catch {
            // What is wrong in a list is told of the element's line, everything else of the key's.
            if let words = setting.kind.elementWords, error.column > start {
                note(words, at: error.column)
            } else {
                note(words(for: setting), at: scanner.place(of: key))
            }
        }
        return nil
    }

    /// What a file has to have there. Of a text it is also said which ones are allowed, if that is known.
    private func words(for setting: Setting) -> String {
        if case .text = setting.kind, let expected = setting.expected { return expected }
        return setting.kind.words
    }

    mutating func refuse(_ setting: Setting) { note(setting.expectation, at: scanner.place(of: key)) }

    mutating func visit(_ setting: Setting, _ group: inout some SettingGroup) {
        guard finds(setting), !scanner.takeNull() else { return }
        guard scanner.isAtObject() else { return note(setting.kind.words, at: scanner.place(of: key)) }
        var read = places
        do throws(SettingFault) {
            try scanner.settings(into: &group, within: path, places: &read)
        } catch {
            fault = error
        }
        places = read
    }

    /// A key that no setting has.
    mutating func passOver() {
        guard places == nil else {
            fault = SettingFault(
                key: path, expected: "a known key", reason: key.bytes.contains(UInt8(ascii: ".")) ? .dotted : .unknown,
                place: scanner.place(of: key))
            return
        }
        do throws(JSONFault) { try scanner.skip() } catch { note(error.expected, at: error.column) }
    }

    private mutating func finds(_ setting: Setting) -> Bool {
        guard !isKnown, key == setting.name else { return false }
        isKnown = true
        let place = SettingPlace(key: path, place: scanner.place(of: key))
        if let earlier = places?.first(where: { $0.key.utf8.elementsEqual(place.key.utf8) }) {
            fault = SettingFault(
                key: path, expected: "one value", reason: .repeated(earlier: earlier.place), place: place.place)
            return false
        }
        places?.append(place)
        return true
    }

    private var path: String {
        let name = String(decoding: key.bytes, as: UTF8.self)
        return outer.isEmpty ? name : outer + "." + name
    }

    private mutating func note(_ expected: String, at place: Int) {
        fault = SettingFault(key: path, expected: expected, place: place)
    }
}

extension JSONScanner {
    /// A value of a setting's kind; nil if it has the kind, and is not allowed.
    fileprivate mutating func value(of setting: Setting) throws(JSONFault) -> SettingValue? {
        switch setting.kind {
        case .number, .count, .seconds: return .number(try number())
        case .boolean: return .boolean(try boolean())
        case .choice, .size, .rectangle, .text: return setting.value(of: try string())
        case .numbers(let count):
            var list: [Double] = []
            try array { (scanner, _) throws(JSONFault) in list.append(try scanner.number()) }
            let isUsable = (count == nil || list.count == count) && list.allSatisfy { $0.isFinite }
            return isUsable ? .numbers(list) : nil
        case .texts:
            var list: [String] = []
            try array { (scanner, _) throws(JSONFault) in list.append(try scanner.string()) }
            return .texts(list)
        case .group: return nil
        }
    }
}
