import Glibc
import LinuxSystem

/// One thread waits for devices, commands and timers. So nothing here needs a lock, and the log has one order.
final class EventLoop {
    typealias TimerID = Int

    private struct Timer {
        let id: TimerID
        let deadline: Nanoseconds
        let action: () -> Void
    }

    private struct Reader {
        let id: Int
        let action: () -> Void
    }

    private var readers: [Int32: Reader] = [:]
    private var readersMade = 0
    private var timers: [Timer] = []
    private var timersMade = 0
    private var running = true

    /// Calls `action` whenever `descriptor` has something to read, has ended, or has failed.
    func whenReadable(_ descriptor: Int32, _ action: @escaping () -> Void) {
        readersMade += 1
        readers[descriptor] = Reader(id: readersMade, action: action)
    }

    func forget(_ descriptor: Int32) {
        readers[descriptor] = nil
    }

    @discardableResult
    func at(_ deadline: Nanoseconds, _ action: @escaping () -> Void) -> TimerID {
        timersMade += 1
        let timer = Timer(id: timersMade, deadline: deadline, action: action)
        let position = timers.firstIndex { $0.deadline > deadline } ?? timers.endIndex
        timers.insert(timer, at: position)
        return timer.id
    }

    @discardableResult
    func after(_ length: Nanoseconds, _ action: @escaping () -> Void) -> TimerID {
        at(Clock.now() + length, action)
    }

    func cancel(_ id: TimerID?) {
        timers.removeAll { $0.id == id }
    }

    func stop() {
        running = false
    }

    func run() {
        while running {
            let polled = Array(readers)
            let wanted = polled.map { (descriptor: $0.key, events: POLLIN) }
            let found = Kernel.wait(wanted, timeout: millisecondsToNextTimer())
            runTimers()
            for (reader, events) in zip(polled, found) where events != 0 {
                // An earlier reader of this round may have closed a later one, and its number may be in use again.
                guard let current = readers[reader.key], current.id == reader.value.id else { continue }
                current.action()
            }
        }
    }

    private func millisecondsToNextTimer() -> Int32 {
        guard let first = timers.first else { return -1 }
        // Rounded up: waking too early would only poll again.
        let milliseconds = (first.deadline - Clock.now() + 999_999) / 1_000_000
        return Int32(clamping: max(0, milliseconds))
    }

    private func runTimers() {
        let now = Clock.now()
        while running, let first = timers.first, first.deadline <= now {
            timers.removeFirst()
            first.action()
        }
    }
}
