/// Something that is tried again and again with other numbers.
protocol Stage {
    var name: String { get }
    /// Tries the next one.
    mutating func step() throws
    /// Tries a certain one.
    mutating func live(_ number: UInt64) throws
}

extension String {
    /// The text with 0 for each number: findings that differ in numbers only are one.
    var withoutNumbers: String {
        var text = ""
        for character in self where !(character.isNumber && text.last == "0") {
            text.append(character.isNumber ? "0" : character)
        }
        return text
    }
}
