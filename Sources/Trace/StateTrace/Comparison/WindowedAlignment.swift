/// Aligns two sequences of any length by the equality of their keys, in constant memory: a difference is looked for among so
/// many elements ahead (Myers, 1986, by the standard library), and after a longer difference the sides are aligned again.
public struct WindowedAlignment<Element, Key: Hashable> {
    /// A row of the alignment; rows come in the order of both sequences.
    public enum Row {
        case both(Element, Element)
        case left(Element)
        case right(Element)
    }

    private struct Keyed {
        var key: Key
        var element: Element
    }

    private var left: [Keyed] = []
    private var right: [Keyed] = []
    private let window: Int
    /// If nothing within the window is equal, something equal is looked for as far as this.
    private let reach: Int
    private var isLost = false
    private var rows: [Row] = []

    /// - Parameter window: at least 2. A difference of more than 16 windows is not bridged.
    public init(window: Int = 256) {
        self.window = max(window, 2)
        reach = 16 * self.window
    }

    /// The rows that are known by now, and were not taken before.
    public mutating func takeRows() -> [Row] {
        defer { rows.removeAll() }
        return rows
    }

    public mutating func addLeft(_ element: Element, key: Key) {
        left.append(Keyed(key: key, element: element))
        align(isOver: false)
    }

    public mutating func addRight(_ element: Element, key: Key) {
        right.append(Keyed(key: key, element: element))
        align(isOver: false)
    }

    /// No more elements come: the rest becomes rows.
    public mutating func finish() { align(isOver: true) }

    private mutating func align(isOver: Bool) {
        while true {
            takeEqual()
            guard !left.isEmpty || !right.isEmpty else { return }
            guard isOver || max(left.count, right.count) >= (isLost ? reach : 2 * window) else { return }
            if isLost { takeFar() } else { takeDifferent(isOver: isOver) }
        }
    }

    private mutating func takeEqual() {
        var count = 0
        while count < left.count, count < right.count, left[count].key == right[count].key {
            rows.append(.both(left[count].element, right[count].element))
            count += 1
        }
        left.removeFirst(count)
        right.removeFirst(count)
    }

    /// Takes what differs, up to the last elements that are equal within the window. Without such, both sides are lost.
    private mutating func takeDifferent(isOver: Bool) {
        let (ones, others) = (left.prefix(window), right.prefix(window))
        let (isRemoved, isInserted) = others.map(\.key).difference(from: ones.map(\.key)).offsets
        var ends = (left: ones.count, right: others.count)
        if !isOver || left.count > window || right.count > window {
            guard isRemoved.count < ones.count else {
                isLost = true
                return
            }
            while isRemoved.contains(ends.left - 1) { ends.left -= 1 }
            while isInserted.contains(ends.right - 1) { ends.right -= 1 }
        }
        var (place, otherPlace) = (0, 0)
        while place < ends.left || otherPlace < ends.right {
            if place < ends.left, isRemoved.contains(place) {
                rows.append(.left(left[place].element))
                place += 1
            } else if otherPlace < ends.right, isInserted.contains(otherPlace) {
                rows.append(.right(right[otherPlace].element))
                otherPlace += 1
            } else {
                rows.append(.both(left[place].element, right[otherPlace].element))
                place += 1
                otherPlace += 1
            }
        }
        left.removeFirst(place)
        right.removeFirst(otherPlace)
    }

    /// Takes what precedes the nearest equal elements, as far as was read; without such, all of it.
    private mutating func takeFar() {
        isLost = false
        var places: [Key: Int] = [:]
        for (place, keyed) in left.enumerated() where places[keyed.key] == nil { places[keyed.key] = place }
        var nearest = (left: left.count, right: right.count)
        for (place, keyed) in right.enumerated() {
            if let found = places[keyed.key], found + place < nearest.left + nearest.right { nearest = (found, place) }
        }
        for keyed in left[..<nearest.left] { rows.append(.left(keyed.element)) }
        for keyed in right[..<nearest.right] { rows.append(.right(keyed.element)) }
        left.removeFirst(nearest.left)
        right.removeFirst(nearest.right)
    }
}

extension CollectionDifference {
    /// The places of the removed elements in the first collection, and of the inserted ones in the second.
    var offsets: (removed: Set<Int>, inserted: Set<Int>) {
        func offset(_ change: Change) -> Int {
            switch change {
            case .remove(let offset, _, _), .insert(let offset, _, _): offset
            }
        }
        return (Set(removals.map(offset)), Set(insertions.map(offset)))
    }
}
