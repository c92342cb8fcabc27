import Glibc

/// A queue between threads: the one that takes waits, without polling, until there is something or it is closed.
final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    // Both are allocated, because they must not move; everything else is touched with the mutex held only.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var elements: [Element] = []
    private var isClosed = false

    init() {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        // Neither can fail on Linux with default attributes.
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// False: the queue is closed, and the element was not taken.
    @discardableResult
    func put(_ element: Element) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return false }
        elements.append(element)
        pthread_cond_signal(condition)
        return true
    }

    /// The next element; nil once the queue is closed, whatever was still in it.
    func take() -> Element? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while elements.isEmpty, !isClosed {
            pthread_cond_wait(condition, mutex)
        }
        return isClosed ? nil : elements.removeFirst()
    }

    /// Drops what is in it, and lets everyone who waits go.
    func close() {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        isClosed = true
        elements.removeAll()
        pthread_cond_broadcast(condition)
    }
}
