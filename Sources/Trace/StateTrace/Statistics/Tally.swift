/// Counts by key, in bounded memory: a hostile file may have any number of different keys.
public struct Tally<Key: Hashable & Sendable>: Equatable, Sendable {
    /// The counts of at most `mostKeys` keys.
    public private(set) var counts: [Key: Int] = [:]
    /// The count of all keys that found no room.
    public private(set) var others = 0

    /// Far more than there are errors, reasons or rules.
    public static var mostKeys: Int { 500 }

    public var total: Int { counts.values.reduce(others, +) }

    public mutating func add(_ key: Key, _ count: Int = 1) {
        if counts[key] != nil || counts.count < Self.mostKeys {
            counts[key, default: 0] += count
        } else {
            others += count
        }
    }

    public mutating func add(_ other: Tally) {
        for (key, count) in other.counts { add(key, count) }
        others += other.others
    }
}
