/// A test that is repeated with other random numbers.
protocol Stage {
    var name: String { get }
    mutating func step() throws
    /// Runs the try with this number.
    mutating func live(_ number: UInt64) throws
}

extension String {
    /// The text with 0 for each number: findings that differ only in numbers count as one.
    var withoutNumbers: String {
        var text = ""
        for character in self where !(character.isNumber && text.last == "0") {
            text.append(character.isNumber ? "0" : character)
        }
        return text
    }
}
