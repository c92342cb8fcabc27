import FocusCore

extension InlineList {
    /// Its elements as an array: outside of the engine, memory is cheap.
    var elements: [Element] {
        (0..<count).compactMap { self[$0] }
    }
}
