/// Turns a value into JSON by the code that the compiler has written for it (Codable). Its bytes are those of Foundation's encoder with
/// sorted keys and plain slashes, which wrote the snapshots of older traces: whole numbers without ".0", for example.
package enum JSONValueEncoder {
    package static func value(of value: some Encodable) throws -> JSONValue {
        let node = EncodedNode()
        try value.encode(to: NodeEncoder(node: node))
        return node.value
    }
}

/// A value that is being written, as one of three kinds.
private final class EncodedNode {
    var scalar: JSONValue?
    var elements: [EncodedNode]?
    var fields: [String: EncodedNode]?

    /// A value that has written nothing is an empty object.
    var value: JSONValue {
        if let scalar { return scalar }
        if let elements { return .list(elements.map(\.value)) }
        return .object((fields ?? [:]).mapValues(\.value))
    }

    func field(_ key: any CodingKey) -> EncodedNode {
        let node = EncodedNode()
        fields?[key.stringValue] = node
        return node
    }

    func element() -> EncodedNode {
        let node = EncodedNode()
        elements?.append(node)
        return node
    }

    func beginObject() { if fields == nil { fields = [:] } }

    func beginList() { if elements == nil { elements = [] } }
}

private struct NodeEncoder: Encoder {
    let node: EncodedNode

    // Nobody asks where a value is.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginObject()
        return KeyedEncodingContainer(ObjectEncoder<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginList()
        return ListEncoder(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ScalarEncoder(node: node) }
}

private struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodedNode

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { node.field(key).scalar = .null }

    // Numbers, texts and truth values, too: each writes itself into a container for one value.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try value.encode(to: NodeEncoder(node: node.field(key)))
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> { NodeEncoder(node: node.field(key)).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        NodeEncoder(node: node.field(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { NodeEncoder(node: node) }
    func superEncoder(forKey key: Key) -> any Encoder { NodeEncoder(node: node.field(key)) }
}

private struct ListEncoder: UnkeyedEncodingContainer {
    let node: EncodedNode

    var codingPath: [any CodingKey] { [] }
    var count: Int { node.elements?.count ?? 0 }

    func encodeNil() throws { node.element().scalar = .null }

    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: NodeEncoder(node: node.element())) }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
        NodeEncoder(node: node.element()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        NodeEncoder(node: node.element()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { NodeEncoder(node: node.element()) }
}

private struct ScalarEncoder: SingleValueEncodingContainer {
    let node: EncodedNode

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { node.scalar = .null }
    func encode(_ value: Bool) throws { node.scalar = .boolean(value) }
    func encode(_ value: String) throws { node.scalar = .text(value) }
    func encode(_ value: Double) throws { node.scalar = .decimal(value) }
    func encode(_ value: Float) throws { node.scalar = .decimal(value) }
    // Written out, as in the decoder.
    func encode(_ value: Int) throws { node.scalar = .whole(value) }
    func encode(_ value: Int8) throws { node.scalar = .whole(value) }
    func encode(_ value: Int16) throws { node.scalar = .whole(value) }
    func encode(_ value: Int32) throws { node.scalar = .whole(value) }
    func encode(_ value: Int64) throws { node.scalar = .whole(value) }
    func encode(_ value: UInt) throws { node.scalar = .whole(value) }
    func encode(_ value: UInt8) throws { node.scalar = .whole(value) }
    func encode(_ value: UInt16) throws { node.scalar = .whole(value) }
    func encode(_ value: UInt32) throws { node.scalar = .whole(value) }
    func encode(_ value: UInt64) throws { node.scalar = .whole(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: NodeEncoder(node: node)) }
}
