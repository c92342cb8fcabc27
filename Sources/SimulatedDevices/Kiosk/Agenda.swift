import FocusCore

/// The events of a simulation, earliest first. Events at the same time stay in the order in which they were added.
package struct Agenda<Item> {
    private var entries: [(time: Instant, item: Item)] = []

    package init() {}

    package var nextTime: Instant? { entries.first?.time }

    package mutating func add(_ item: Item, at time: Instant) {
        // Searches from the end, because few events are later than a new one. The earliest is taken from the front.
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert((time, item), at: index)
    }

    package mutating func next() -> (time: Instant, item: Item)? {
        guard !entries.isEmpty else { return nil }
        return entries.removeFirst()
    }

    mutating func removeAll(where shouldBeRemoved: (Item) -> Bool) {
        entries.removeAll { shouldBeRemoved($0.item) }
    }
}
