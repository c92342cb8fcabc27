import FocusCore

extension InlineList {
    /// The elements as an array. It allocates, which is fine outside of the engine.
    var elements: [Element] {
        (0..<count).compactMap { self[$0] }
    }
}
