/// A queue between threads whose descriptor is readable while there is something in it or it is closed: so the one that
/// takes can wait for it and for other things at once, without polling.
final class PollableQueue<Element: Sendable>: Sendable {
    /// What the one that takes has got.
    enum Taken {
        case element(Element)
        case nothing
        /// For good, whatever was still in it.
        case closed
    }

    private struct State {
        var elements: [Element] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let wakeup: Wakeup

    /// - Throws: `DeviceError` if the kernel gives no eventfd.
    init() throws(DeviceError) {
        wakeup = try Wakeup()
    }

    /// Readable while `take` has something to tell.
    var fileDescriptor: Int32 { wakeup.fileDescriptor }

    /// False: the queue is closed, and the element was not taken.
    @discardableResult
    func put(_ element: Element) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            if state.elements.isEmpty { wakeup.signal() }
            state.elements.append(element)
            return true
        }
    }

    /// The next element. It does not wait.
    func take() -> Taken {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            guard !state.elements.isEmpty else { return .nothing }
            let first = state.elements.removeFirst()
            if state.elements.isEmpty { wakeup.clear() }
            return .element(first)
        }
    }

    /// Drops what is in it, and lets the one that waits go.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.elements.removeAll()
            wakeup.signal()
        }
    }
}
