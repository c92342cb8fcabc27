/// A field that differs between two pieces of JSON.
public struct FieldDifference: Equatable, Sendable {
    /// The way to the field: state.point[0].
    public var path: String
    /// The recorded value as JSON; nil if there is none.
    public var recorded: String?
    /// The value of the replay as JSON; nil if there is none.
    public var came: String?

    /// All fields that differ, in the order of the recorded ones; fields that only the second piece has follow. Objects without a
    /// common key, such as two cases of an enumeration, are one field.
    /// - Parameters:
    ///   - recorded: JSON. If it cannot be read, the whole is one field.
    ///   - came: JSON.
    public static func between(_ recorded: some Sequence<UInt8>, _ came: some Sequence<UInt8>) -> [FieldDifference] {
        let (recorded, came) = (Array(recorded), Array(came))
        guard let left = JSONTree(recorded), let right = JSONTree(came) else {
            return recorded == came ? [] : [FieldDifference(path: "", recorded: text(recorded), came: text(came))]
        }
        var differences: [FieldDifference] = []
        collect(left, right, "", &differences)
        return differences
    }

    private static func collect(
        _ recorded: JSONTree?, _ came: JSONTree?, _ path: String, _ differences: inout [FieldDifference]
    ) {
        guard recorded != came else { return }
        switch (recorded, came) {
        case (.object(let left)?, .object(let right)?) where left.fields.contains { right.value(of: $0.key) != nil }:
            func way(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
            for field in left.fields { collect(field.value, right.value(of: field.key), way(field.key), &differences) }
            for field in right.fields where left.value(of: field.key) == nil {
                collect(nil, field.value, way(field.key), &differences)
            }
        case (.array(let left)?, .array(let right)?):
            for index in 0..<max(left.count, right.count) {
                collect(
                    index < left.count ? left[index] : nil, index < right.count ? right[index] : nil,
                    "\(path)[\(index)]", &differences)
            }
        default: differences.append(FieldDifference(path: path, recorded: recorded?.text, came: came?.text))
        }
    }

    /// The differences of two lists of effects. Effects of the same kind are compared with each other; one that only one list has
    /// is one difference, whose path is its kind.
    public static func betweenEffects(_ recorded: String, _ came: String) -> [FieldDifference] {
        guard let left = effects(recorded), let right = effects(came) else { return between(recorded.utf8, came.utf8) }
        let (removed, inserted) = right.map(\.kind).difference(from: left.map(\.kind)).offsets
        let kept = left.indices.filter { !removed.contains($0) }
        let matches = right.indices.filter { !inserted.contains($0) }
        var differences: [FieldDifference] = []
        for (index, match) in zip(kept, matches) { collect(left[index].tree, right[match].tree, "", &differences) }
        differences += removed.sorted().map {
            FieldDifference(path: left[$0].kind, recorded: left[$0].tree.text, came: nil)
        }
        differences += inserted.sorted().map {
            FieldDifference(path: right[$0].kind, recorded: nil, came: right[$0].tree.text)
        }
        return differences
    }

    /// The effects of a list and their kinds; nil if it is no list of objects.
    private static func effects(_ json: String) -> [(kind: String, tree: JSONTree)]? {
        guard case .array(let elements)? = JSONTree(Array(json.utf8)) else { return nil }
        var effects: [(kind: String, tree: JSONTree)] = []
        for element in elements {
            guard case .object(let object) = element else { return nil }
            effects.append((object.fields.first?.key ?? "", element))
        }
        return effects
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
