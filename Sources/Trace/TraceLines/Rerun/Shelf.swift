/// A list whose elements keep their numbers when the first of them are dropped.
struct Shelf<Element> {
    private var elements: [Element] = []
    /// The number of the first element that is kept.
    private(set) var first = 0

    /// The number that the next element gets.
    var end: Int { first + elements.count }

    /// The element with a number; nil if it was dropped, or does not exist yet.
    subscript(number: Int) -> Element? {
        guard number >= first, number < end else { return nil }
        return elements[number - first]
    }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func change(_ number: Int, _ change: (inout Element) -> Void) {
        guard number >= first, number < end else { return }
        change(&elements[number - first])
    }

    /// Drops the first elements, once there are more than twice as many as `count`, so that `count` are left.
    mutating func keepLast(_ count: Int) {
        let surplus = elements.count - count
        guard surplus > count else { return }
        elements.removeFirst(surplus)
        first += surplus
    }

    /// The number of the first element for which `isLater` is true, in a list that is ordered by it; `end` if there is none.
    func firstNumber(where isLater: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isLater(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return first + low
    }
}

extension Shelf: Sendable where Element: Sendable {}
