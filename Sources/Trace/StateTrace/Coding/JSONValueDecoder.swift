/// Reads a value from JSON by the code that the compiler has written for it (Codable). It refuses in the words of Codable:
/// `dataCorrupted` for a number that does not fit its type, `typeMismatch` for another type, `keyNotFound` and `valueNotFound` for what
/// is missing.
package enum JSONValueDecoder {
    package static func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws -> Value {
        try Value(from: NodeDecoder(value: value))
    }

    fileprivate static func context(_ words: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: [], debugDescription: words)
    }
}

private struct NodeDecoder: Decoder {
    let value: JSONValue

    // The messages are for nobody: a snapshot that cannot be read is only told from one of another version.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let fields) = value else { throw refusal([String: JSONValue].self) }
        return KeyedDecodingContainer(ObjectDecoder<Key>(fields: fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value else { throw refusal([JSONValue].self) }
        return ListDecoder(elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ScalarDecoder(value: value) }

    func refusal(_ type: Any.Type) -> DecodingError {
        let context = JSONValueDecoder.context("another type than \(type)")
        return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

private struct ObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [String: JSONValue]

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let decoder = try decoder(key)
        return try Value(from: decoder)
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { NodeDecoder(value: .object(fields)) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> NodeDecoder {
        guard let value = fields[key.stringValue] else {
            throw DecodingError.keyNotFound(key, JSONValueDecoder.context("no \(key.stringValue)"))
        }
        return NodeDecoder(value: value)
    }
}

private struct ListDecoder: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(elements: [JSONValue]) { self.elements = elements }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// A null counts as read.
    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next(type)) }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
        try next(type).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([JSONValue].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next(JSONValue.self) }

    private mutating func next(_ type: Any.Type) throws -> NodeDecoder {
        guard !isAtEnd else { throw DecodingError.valueNotFound(type, JSONValueDecoder.context("the list is over")) }
        defer { currentIndex += 1 }
        return NodeDecoder(value: elements[currentIndex])
    }
}

private struct ScalarDecoder: SingleValueDecodingContainer {
    let value: JSONValue

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let boolean) = value else { throw refusal(type) }
        return boolean
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = value else { throw refusal(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { try number(type) }
    func decode(_ type: Float.Type) throws -> Float { try number(type) }

    // Written out: beside the function for any value, one for all whole numbers would be ambiguous.
    func decode(_ type: Int.Type) throws -> Int { try whole(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: NodeDecoder(value: value)) }

    private func whole<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard case .number(let text) = value else { throw refusal(type) }
        // 640.0 is a whole number, too, as any program may write it.
        if let whole = Value(text) ?? Double(text).flatMap({ Value(exactly: $0) }) { return whole }
        throw DecodingError.dataCorrupted(JSONValueDecoder.context("\(text) does not fit \(type)"))
    }

    private func number<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
        switch value {
        case .text("nan"): return .nan
        case .text("inf"): return .infinity
        case .text("-inf"): return -.infinity
        case .number(let text):
            if let number = Value(text), number.isFinite { return number }
            throw DecodingError.dataCorrupted(JSONValueDecoder.context("\(text) does not fit \(type)"))
        default: throw refusal(type)
        }
    }

    private func refusal(_ type: Any.Type) -> DecodingError { NodeDecoder(value: value).refusal(type) }
}
