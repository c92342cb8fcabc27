/// A short list stored in place, with a fixed capacity. An element that does not fit is refused. Embedded Swift has no cheap array, and the
/// engine promises steps without allocation.
public struct InlineList<let capacity: Int, Element> {
    private var storage: InlineArray<capacity, Element?>
    /// The number of elements, 0…capacity.
    public private(set) var count = 0

    public init() {
        // Three times as fast as InlineArray(repeating: nil), which copies the payload of each nil.
        storage = InlineArray { _ in nil }
    }

    init(one element: Element) {
        self.init()
        append(element)
    }

    /// A full list.
    init(full elements: InlineArray<capacity, Element>) {
        storage = InlineArray { elements[$0] }
        count = capacity
    }

    /// Adds an element at the end. Returns false when the list is full; the list is then unchanged.
    @discardableResult
    public mutating func append(_ element: Element) -> Bool {
        guard count < capacity else { return false }
        storage[count] = element
        count += 1
        return true
    }

    /// The element at the index; nil outside 0..<count.
    public subscript(index: Int) -> Element? {
        guard index >= 0, index < count else { return nil }
        return storage[index]
    }

    /// Removes and returns the first element; nil when the list is empty.
    public mutating func removeFirst() -> Element? {
        guard count > 0 else { return nil }
        let first = storage[0]
        for index in 1..<max(count, 1) { storage[index - 1] = storage[index] }
        count -= 1
        storage[count] = nil
        return first
    }

    public mutating func removeAll() {
        for index in 0..<count { storage[index] = nil }
        count = 0
    }

    public var isEmpty: Bool { count == 0 }

    /// The elements as an array. It allocates, which is fine outside of the engine.
    public var elements: [Element] { (0..<count).compactMap { self[$0] } }

    /// The first element for which `condition` is true; nil: there is none.
    func first(where condition: (Element) -> Bool) -> Element? {
        for index in 0..<count {
            if let element = storage[index], condition(element) { return element }
        }
        return nil
    }

    /// The elements for which `isIncluded` is true, in order.
    func filter(_ isIncluded: (Element) -> Bool) -> InlineList {
        var list = InlineList()
        forEach { if isIncluded($0) { list.append($0) } }
        return list
    }

    /// Calls `body` with each element in order.
    public func forEach(_ body: (Element) -> Void) {
        for index in 0..<count {
            if let element = storage[index] { body(element) }
        }
    }
}

extension InlineList: Equatable where Element: Equatable {
    public static func == (left: InlineList, right: InlineList) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left.storage[index] != right.storage[index] { return false }
        return true
    }

    /// True when an element is equal to this one.
    public func contains(_ wanted: Element) -> Bool { first { $0 == wanted } != nil }
}

extension InlineList: Sendable where Element: Sendable {}

// The standard library's array in place is not Equatable yet. Without this, all types that have one would need code by hand.
extension InlineArray: @retroactive Equatable where Element: Equatable {
    public static func == (left: InlineArray, right: InlineArray) -> Bool {
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    func contains(_ wanted: Element) -> Bool {
        for index in indices where self[index] == wanted { return true }
        return false
    }
}

extension Optional {
    /// True for nil. Unlike `== nil`, it reads the tag alone and copies no payload.
    @inline(__always)
    var isNone: Bool { if case .none = self { true } else { false } }
}
