import JSONLines

/// JSON in memory. Numbers and strings stay as they are written, so nothing is lost.
enum JSONTree: Equatable {
    case leaf(String)
    case object(Object)
    case array([JSONTree])

    struct Field: Equatable {
        var key: String
        var value: JSONTree
    }

    /// Fields in their order. A hostile file may have very many.
    struct Object: Equatable {
        let fields: [Field]
        private let places: [String: Int]

        init(_ fields: [Field]) {
            self.fields = fields
            places = Dictionary(fields.enumerated().map { ($1.key, $0) }) { first, _ in first }
        }

        func value(of key: String) -> JSONTree? { places[key].map { fields[$0].value } }
    }

    /// Nil if it cannot be read.
    init?(_ bytes: [UInt8]) {
        let tree: JSONTree? = bytes.withUnsafeBytes { buffer in
            var scanner = JSONScanner(buffer)
            guard let tree = try? JSONTree(&scanner), (try? scanner.end()) != nil else { return nil }
            return tree
        }
        guard let tree else { return nil }
        self = tree
    }

    private init(_ scanner: inout JSONScanner) throws(JSONFault) {
        if scanner.isAtObject() {
            var fields: [Field] = []
            try scanner.object { (scanner, key) throws(JSONFault) in
                let name = String(decoding: key.bytes, as: UTF8.self)
                fields.append(Field(key: name, value: try JSONTree(&scanner)))
            }
            self = .object(Object(fields))
        } else if scanner.isAtArray() {
            var elements: [JSONTree] = []
            try scanner.array { (scanner, _) throws(JSONFault) in elements.append(try JSONTree(&scanner)) }
            self = .array(elements)
        } else {
            self = .leaf(try scanner.value())
        }
    }

    /// JSON without spaces.
    var text: String {
        switch self {
        case .leaf(let text): text
        case .object(let object): "{\(object.fields.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ","))}"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        }
    }
}
