import FocusCore
import JSONLines

/// All settings of a group, with their values, in the order of their description.
public struct SettingList: SettingVisitor {
    public struct Entry: Sendable {
        /// With dots: "tap.longestTime".
        public var key: String
        public var setting: Setting
        /// Absent for a group.
        public var value: SettingValue

        /// True for an object that contains other settings.
        public var isGroup: Bool { if case .group = setting.kind { true } else { false } }
    }

    /// A group comes before its settings.
    public private(set) var entries: [Entry] = []
    private var outer = ""
    /// The setting that gets a value on the way.
    private var change: (key: String, value: SettingValue)?
    fileprivate private(set) var refused: Setting?

    public init(_ group: some SettingGroup) {
        var group = group
        group.describe(&self)
    }

    fileprivate init(changing group: inout some SettingGroup, _ key: String, to value: SettingValue) {
        change = (key, value)
        group.describe(&self)
    }

    /// Every key that a file may have.
    public var keys: [String] { entries.map { $0.key } }

    public mutating func visit(_ setting: Setting, _ value: SettingValue) -> SettingValue? {
        let key = outer + setting.name.description
        entries.append(Entry(key: key, setting: setting, value: value))
        guard let change, change.key.utf8.elementsEqual(key.utf8) else { return nil }
        return change.value
    }

    public mutating func refuse(_ setting: Setting) { refused = setting }

    public mutating func visit(_ setting: Setting, _ group: inout some SettingGroup) {
        let before = outer
        _ = visit(setting, .absent)
        outer += setting.name.description + "."
        group.describe(&self)
        outer = before
    }
}

extension SettingGroup {
    /// Gives a setting a value.
    /// - Parameter key: with dots: "tap.longestTime".
    /// - Throws: `SettingError` if the value is not allowed.
    public mutating func set(_ key: String, to value: SettingValue) throws(SettingError) {
        if let refused = SettingList(changing: &self, key, to: value).refused {
            throw SettingError(key: key, expected: refused.expectation)
        }
    }
}

extension JSONLine {
    /// Settings as an object, whose keys are in the order of their bytes. Those without a value are left out.
    public mutating func settings(_ group: some SettingGroup) {
        open("{")
        var isInside = false
        // A dot comes before every letter: so a group's settings follow it.
        for entry in SettingList(group).entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            if isInside, !entry.key.utf8.contains(UInt8(ascii: ".")) {
                close("}")
                isInside = false
            }
            if entry.isGroup {
                key(entry.setting.name)
                open("{")
                isInside = true
            } else if !entry.value.isAbsent {
                key(entry.setting.name)
                setting(entry.value, entry.setting.kind)
            }
        }
        if isInside { close("}") }
        close("}")
    }

    /// A value as JSON.
    public static func text(of value: SettingValue, _ kind: Setting.Kind) -> String {
        var line = JSONLine()
        line.setting(value, kind)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private mutating func setting(_ value: SettingValue, _ kind: Setting.Kind) {
        switch (value, kind) {
        case (.choice(let index), .choice(let names)): word(names[index])
        case (.numbers(let numbers), .size), (.numbers(let numbers), .rectangle): quoted(Self.place(numbers))
        case (.numbers(let numbers), _): list { for number in numbers { $0.plainNumber(number) } }
        case (.number(let number), _): plainNumber(number)
        case (.boolean(let boolean), _): self.boolean(boolean)
        case (.text(let text), _): quoted(text)
        case (.texts(let texts), _): texts.write(to: &self)
        case (.absent, _), (.choice, _): null()
        }
    }

    /// Whole numbers have no point.
    private mutating func plainNumber(_ value: Double) { append(contentsOf: Self.plain(value).utf8) }

    private static func plain(_ value: Double) -> String {
        let text = value.description
        return text.utf8.count > 2 && text.utf8.suffix(2).elementsEqual(".0".utf8) ? String(text.dropLast(2)) : text
    }

    /// WIDTHxHEIGHT, after X,Y, where there are four numbers.
    private static func place(_ numbers: [Double]) -> String {
        let size = numbers.suffix(2).map(pixels).joined(separator: "x")
        return (numbers.dropLast(2).map(pixels) + [size]).joined(separator: ",")
    }

    private static func pixels(_ value: Double) -> String {
        guard let whole = Int64(exactly: value), whole != 0 || value.sign == .plus else { return "\(value)" }
        return "\(whole)"
    }
}
