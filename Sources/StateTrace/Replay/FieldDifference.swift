import TraceLines

/// A field that differs between two pieces of JSON.
public struct FieldDifference: Equatable, Sendable {
    /// The way to the field: state.point[0].
    public var path: String
    /// The recorded value as JSON; nil if there is none.
    public var recorded: String?
    /// The value of the replay as JSON; nil if there is none.
    public var came: String?

    public init(path: String, recorded: String?, came: String?) {
        self.path = path
        self.recorded = recorded
        self.came = came
    }

    /// All fields that differ, in the order of the recorded ones; fields that only the second piece has follow.
    /// - Parameters:
    ///   - recorded: JSON. If it cannot be read, the whole is one field.
    ///   - came: JSON.
    public static func between(_ recorded: some Sequence<UInt8>, _ came: some Sequence<UInt8>) -> [FieldDifference] {
        let (recorded, came) = (Array(recorded), Array(came))
        guard let left = FlatJSON(recorded), let right = FlatJSON(came) else {
            return recorded == came ? [] : [FieldDifference(path: "", recorded: text(recorded), came: text(came))]
        }
        var differences: [FieldDifference] = []
        for (path, value) in left.fields where right.values[path] != value {
            differences.append(FieldDifference(path: path, recorded: value, came: right.values[path]))
        }
        for (path, value) in right.fields where left.values[path] == nil {
            differences.append(FieldDifference(path: path, recorded: nil, came: value))
        }
        return differences
    }

    /// The differences of two lists of effects. Effects of the same kind are compared with each other; one that only one list has
    /// is one difference, whose path is its kind.
    public static func betweenEffects(_ recorded: String, _ came: String) -> [FieldDifference] {
        guard let left = FlatJSON.elements(Array(recorded.utf8)), let right = FlatJSON.elements(Array(came.utf8)) else {
            return between(recorded.utf8, came.utf8)
        }
        let change = right.map(\.kind).difference(from: left.map(\.kind))
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for step in change {
            switch step {
            case .remove(let index, _, _): removed.insert(index)
            case .insert(let index, _, _): inserted.insert(index)
            }
        }
        let kept = left.indices.filter { !removed.contains($0) }
        let matches = right.indices.filter { !inserted.contains($0) }
        var differences = zip(kept, matches).flatMap { between(left[$0].json, right[$1].json) }
        differences += removed.sorted().map {
            FieldDifference(path: left[$0].kind, recorded: text(left[$0].json), came: nil)
        }
        differences += inserted.sorted().map {
            FieldDifference(path: right[$0].kind, recorded: nil, came: text(right[$0].json))
        }
        return differences
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// JSON as a list of ways and values. Numbers stay as they are written, so nothing is lost.
private struct FlatJSON {
    private(set) var fields: [(path: String, value: String)] = []
    private(set) var values: [String: String] = [:]

    init?(_ bytes: [UInt8]) {
        var fields: [(path: String, value: String)] = []
        let isRead = bytes.withUnsafeBytes { buffer in
            var scanner = JSONScanner(buffer)
            do throws(JSONFault) {
                try Self.collect(&scanner, "", &fields)
                try scanner.end()
                return true
            } catch {
                return false
            }
        }
        guard isRead else { return nil }
        self.fields = fields
        values = Dictionary(fields.map { ($0.path, $0.value) }) { first, _ in first }
    }

    private static func collect(
        _ scanner: inout JSONScanner, _ path: String, _ fields: inout [(path: String, value: String)]
    ) throws(JSONFault) {
        var isEmpty = true
        if scanner.isAtObject() {
            try scanner.object { (scanner, key) throws(JSONFault) in
                isEmpty = false
                let name = String(decoding: key.bytes, as: UTF8.self)
                try collect(&scanner, path.isEmpty ? name : "\(path).\(name)", &fields)
            }
            if isEmpty { fields.append((path, "{}")) }
        } else if scanner.isAtArray() {
            try scanner.array { (scanner, index) throws(JSONFault) in
                isEmpty = false
                try collect(&scanner, "\(path)[\(index)]", &fields)
            }
            if isEmpty { fields.append((path, "[]")) }
        } else {
            let value = try scanner.value()
            fields.append((path, value))
        }
    }

    /// The elements of a list of objects, and the first key of each; nil if it is something else.
    static func elements(_ bytes: [UInt8]) -> [(kind: String, json: [UInt8])]? {
        var elements: [(kind: String, json: [UInt8])] = []
        let isRead = bytes.withUnsafeBytes { buffer in
            var scanner = JSONScanner(buffer)
            do throws(JSONFault) {
                try scanner.array { (scanner, _) throws(JSONFault) in
                    var rest = scanner
                    var kind: String?
                    try rest.object { (scanner, key) throws(JSONFault) in
                        kind = kind ?? String(decoding: key.bytes, as: UTF8.self)
                        try scanner.skip()
                    }
                    let value = try scanner.value()
                    elements.append((kind ?? "", Array(value.utf8)))
                }
                try scanner.end()
                return true
            } catch {
                return false
            }
        }
        return isRead ? elements : nil
    }
}
