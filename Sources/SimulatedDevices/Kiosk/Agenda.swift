import FocusCore

/// What is due in a simulation, earliest first; what is due at the same moment comes in the order in which it was added.
struct Agenda<Item> {
    private var entries: [(time: Instant, item: Item)] = []

    mutating func add(_ item: Item, at time: Instant) {
        // The few that are due later than this one are at the end; the earliest is taken from the front.
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert((time, item), at: index)
    }

    mutating func next() -> (time: Instant, item: Item)? {
        guard !entries.isEmpty else { return nil }
        return entries.removeFirst()
    }

    mutating func removeAll(where shouldBeRemoved: (Item) -> Bool) {
        entries.removeAll { shouldBeRemoved($0.item) }
    }
}
