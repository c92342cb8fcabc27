import FocusCore
import JSONLines

/// A text in JSON5 that settings are read from.
public struct JSON5Text: Sendable {
    /// The reason why a text is not JSON5.
    public struct Fault: Error, Equatable, Sendable {
        /// Counted from 1.
        public var line: Int
        /// Counted from 1.
        public var column: Int
        /// The description of what was expected there.
        public var expected: String
    }

    private let text: [UInt8]

    /// - Parameter text: in UTF-8.
    public init(_ text: some Sequence<UInt8>) throws(Fault) {
        self.text = Array(text)
        let fault = self.text.withUnsafeBytes { bytes -> Fault? in
            var scanner = JSONScanner(bytes, isJSON5: true)
            do throws(JSONFault) {
                try scanner.skip()
                try scanner.end()
                return nil
            } catch {
                return Fault(
                    line: scanner.line(at: error.column), column: scanner.column(at: error.column),
                    expected: error.expected)
            }
        }
        if let fault { throw fault }
    }

    /// Reads an object over settings: what it does not mention stays.
    /// - Parameter group: keeps its settings if one is refused.
    public func read(into group: inout some SettingGroup) throws(SettingFault) {
        var read = group
        try scan { (scanner) throws(SettingFault) in
            var places: [SettingPlace]? = []
            try scanner.settings(into: &read, places: &places)
        }
        group = read
    }

    /// Reads a list of objects.
    /// - Parameters:
    ///   - empty: an element before it is read.
    ///   - check: throws if an element's settings do not go together.
    public func readList<Element: SettingGroup>(
        of empty: Element, check: (Element) throws(SettingError) -> Void
    ) throws(SettingFault) -> [Element] {
        var list: [Element] = []
        try scan { (scanner) throws(SettingFault) in
            guard scanner.isAtArray() else {
                throw SettingFault(key: "", expected: "a list: [ … ]", place: scanner.position)
            }
            var fault: SettingFault?
            do throws(JSONFault) {
                try scanner.array { (scanner, _) throws(JSONFault) in
                    do throws(SettingFault) {
                        list.append(try scanner.element(empty, check))
                    } catch {
                        fault = error
                        throw scanner.fault("an element")
                    }
                }
            } catch {
                throw fault ?? SettingFault(key: "", expected: error.expected, place: error.column)
            }
        }
        return list
    }

    /// The line, counted from 1, of a place.
    public func line(at place: Int) -> Int { text.withUnsafeBytes { JSONScanner($0).line(at: place) } }

    /// The column, counted from 1, of a place in its line.
    public func column(at place: Int) -> Int { text.withUnsafeBytes { JSONScanner($0).column(at: place) } }

    /// The line, counted from 1, of a key in the object that this text is; nil if it has no such key.
    /// - Parameters:
    ///   - key: with dots: "tap.longestTime".
    ///   - group: settings that the text can be read over.
    public func line(of key: String, in group: some SettingGroup) -> Int? {
        place(of: key, in: group).map { line(at: $0) }
    }

    /// The place of a key, as above, in bytes.
    public func place(of key: String, in group: some SettingGroup) -> Int? {
        var read = group
        var places: [SettingPlace]? = []
        try? scan { (scanner) throws(SettingFault) in try scanner.settings(into: &read, places: &places) }
        return places?.first { $0.key.utf8.elementsEqual(key.utf8) }?.place
    }

    private func scan(_ body: (inout JSONScanner) throws(SettingFault) -> Void) throws(SettingFault) {
        let result = text.withUnsafeBytes { bytes -> Result<Void, SettingFault> in
            var scanner = JSONScanner(bytes, isJSON5: true)
            do throws(SettingFault) { return .success(try body(&scanner)) } catch { return .failure(error) }
        }
        try result.get()
    }
}

extension JSONScanner {
    fileprivate mutating func element<Element: SettingGroup>(
        _ empty: Element, _ check: (Element) throws(SettingError) -> Void
    ) throws(SettingFault) -> Element {
        skipSpace()
        let start = position
        var element = empty
        var places: [SettingPlace]? = []
        try settings(into: &element, places: &places)
        do throws(SettingError) {
            try check(element)
        } catch {
            let place = places?.last { $0.key.utf8.elementsEqual(error.key.utf8) }?.place
            throw SettingFault(
                key: error.key, expected: error.expected, proposal: error.proposal, place: place ?? start)
        }
        return element
    }
}
