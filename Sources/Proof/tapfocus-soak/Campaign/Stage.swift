/// A test that is repeated with other random numbers.
protocol Stage {
    var name: String { get }
    var together: Int { get }
    mutating func live(_ number: UInt64) throws
    mutating func live(_ numbers: [UInt64]) throws
}

extension Stage {
    var together: Int { 1 }

    mutating func live(_ numbers: [UInt64]) throws { for number in numbers { try live(number) } }
}

extension String {
    /// The text with 0 for each number: findings that differ only in numbers count as one.
    var withoutNumbers: String { replacing(/[0-9]+/, with: "0") }
}
