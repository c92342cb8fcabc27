import FocusCore
import StateTrace

/// The tables of the documentation and the manual pages, from the descriptions of the settings.
extension SettingList.Entry {
    /// "| `tap.longestTime` | s, 0…86400 | 0.4 | the longest time from down to up |"
    var row: String { "| `\(key)` | \(values) | \(defaultText) | \(setting.help) |" }

    var rowWithoutDefault: String { "| `\(key)` | \(values) | \(setting.help) |" }

    /// Unit and range.
    var values: String {
        let unit = setting.unit.description
        let range: String? =
            switch setting.kind {
            case .number(.range(let range)): "\(Self.text(range.lowerBound))…\(Self.text(range.upperBound))"
            case .number(.positive): "above 0"
            case .number(.share): "above 0, up to 1"
            case .count(let range): "\(range.lowerBound)…\(range.upperBound)"
            case .seconds(let range): "\(Self.text(range.lowerBound))…\(Self.text(range.upperBound))"
            case .boolean: "true or false"
            case .choice(let names):
                "\(names.dropLast().map(\.description).joined(separator: ", ")) or \(names.last?.description ?? "")"
            case .group: "an object"
            case .number(.described), .size, .rectangle, .numbers, .text, .texts: nil
            }
        return [unit, range ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    var defaultText: String {
        if let words = setting.defaultWords { return words.description }
        switch (value, setting.kind) {
        case (.number(let number), _): return Self.text(number)
        case (.boolean(let boolean), _): return "\(boolean)"
        case (.choice(let index), .choice(let names)): return "`\"\(names[index])\"`"
        case (.numbers(let numbers), _): return "[\(numbers.map(Self.text).joined(separator: ", "))]"
        case (.text(let text), _): return "`\"\(text)\"`"
        default: return ""
        }
    }

    /// A number that a person can read: 1/12 rather than 0.08333333333333333.
    private static func text(_ number: Double) -> String {
        if let whole = Int(exactly: number) { return "\(whole)" }
        return number.description.count > 8 ? "1/\(Int((1 / number).rounded()))" : number.description
    }
}
