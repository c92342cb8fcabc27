// A snapshot is the engine's whole state, written down. Each type of the state is Snapshotable in its declaration, so that the
// compiler writes the code for it: no stored property, private ones included, can be forgotten.

/// A type whose properties may not have every value of their own types.
protocol SnapshotChecked {
    /// False for the values with which the engine would trap or run in circles: a snapshot with them is refused. Others that no
    /// initialiser and no function gives may be true.
    var isSound: Bool { get }
}

#if hasFeature(Embedded)
    /// Embedded Swift has no Codable: there the engine runs, and takes no snapshots.
    public protocol Snapshotable {}
    /// As `Snapshotable`, for an enumeration that is written by the names of its cases.
    public protocol NamedSnapshotable {}
#else
    public typealias Snapshotable = Codable

    /// As `Snapshotable`, for an enumeration that is written by the names of its cases, which stay when a case is added.
    public protocol NamedSnapshotable: Codable, CaseIterable, RawRepresentable {}

    extension NamedSnapshotable {
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("\(self)")
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let name = try container.decode(String.self)
            guard let value = Self.allCases.first(where: { "\($0)" == name }) else {
                throw otherType(Self.self, container.codingPath, "no case \(name)")
            }
            self = value
        }
    }

    /// Another version of a type has other cases, or room for more elements. The other refusals, of values, are `dataCorrupted`.
    private func otherType(_ type: Any.Type, _ path: [any CodingKey], _ reason: String) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: "\(reason) of \(type)"))
    }

    /// These take the place of the standard library's in this module: they write a null where that leaves the key out. So a
    /// snapshot that lacks a property is known as one of another version. The standard library has one for each type of number.
    extension KeyedEncodingContainer {
        mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
            try encodeOrNull(value, key)
        }

        mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, key) }
        mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNull(value, key) }

        private mutating func encodeOrNull(_ value: (some Encodable)?, _ key: Key) throws {
            if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
        }
    }

    /// These take the place of the standard library's, too: a snapshot comes from a file, which may say anything.
    extension KeyedDecodingContainer {
        /// A count or a place. No engine comes near the limit, and below it no sum and no product of two leaves the range.
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
            let number = try decode(Int64.self, forKey: key)
            guard number.magnitude <= 1 << 31, let count = Int(exactly: number) else {
                throw refusal(key, "\(number) is more than an engine counts")
            }
            return count
        }

        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
            guard contains(key), try !decodeNil(forKey: key) else { return nil }
            return try decode(type, forKey: key)
        }

        func decode<Value: Decodable & SnapshotChecked>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let value = try decodeAny(type, forKey: key)
            guard value.isSound else { throw refusal(key, "no engine has such values of \(Value.self)") }
            return value
        }

        func decodeIfPresent<Value: Decodable & SnapshotChecked>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            guard contains(key), try !decodeNil(forKey: key) else { return nil }
            return try decode(type, forKey: key)
        }

        private func decodeAny<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try decode(type, forKey: key)
        }

        private func refusal(_ key: Key, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
        }
    }

    // The standard library's array in place is not Codable yet. Without these, all types that have one would need code by hand.
    extension InlineArray: @retroactive Encodable where Element: Encodable {
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for index in indices { try container.encode(self[index]) }
        }
    }

    extension InlineArray: @retroactive Decodable where Element: Decodable {
        public init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            try self.init { _ throws(any Error) in try container.decode(Element.self) }
            guard container.isAtEnd else {
                throw otherType(Self.self, container.codingPath, "more than \(count) elements")
            }
        }
    }

    extension InlineList: Encodable where Element: Encodable {
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for index in 0..<count { try container.encode(self[index]) }
        }
    }

    extension InlineList: Decodable where Element: Decodable {
        public init(from decoder: any Decoder) throws {
            self.init()
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                guard append(try container.decode(Element.self)) else {
                    throw otherType(Self.self, container.codingPath, "more than \(capacity) elements")
                }
            }
        }
    }
#endif
