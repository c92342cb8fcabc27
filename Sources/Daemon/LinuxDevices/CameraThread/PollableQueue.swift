/// A queue between threads. Its descriptor is readable while it holds an element or is closed, for a poll with others.
final class PollableQueue<Element: Sendable>: Sendable {
    enum Taken {
        case element(Element)
        case nothing
        /// The queue is closed for good; its elements are dropped.
        case closed
    }

    private struct State {
        var elements: [Element] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let wakeup: Wakeup

    /// - Throws: `DeviceError` if the kernel refuses an eventfd.
    init() throws(DeviceError) { wakeup = try Wakeup() }

    /// Readable while `next` returns an element or `closed`.
    var fileDescriptor: Int32 { wakeup.fileDescriptor }

    /// Returns false, and drops the element, if the queue is closed.
    @discardableResult
    func put(_ element: Element) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            if state.elements.isEmpty { wakeup.signal() }
            state.elements.append(element)
            return true
        }
    }

    /// Takes the next element, without waiting.
    func next() -> Taken {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            guard !state.elements.isEmpty else { return .nothing }
            let first = state.elements.removeFirst()
            if state.elements.isEmpty { wakeup.clear() }
            return .element(first)
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.elements.removeAll()
            wakeup.signal()
        }
    }
}
