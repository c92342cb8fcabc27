import Foundation
import Synchronization

/// Measures how evenly time passes in this machine. An emulated machine that waits for a processor stalls, sometimes
/// for longer than a camera's autofocus or a finger's tap takes; then a test's result means nothing.
enum Heartbeat {
    private struct Pause {
        var end: Int64
        var length: Int64
    }

    private static let pauses = Mutex<[Pause]>([])
    private static let interval = Clock.nanoseconds(0.01)
    /// In nanoseconds; shorter pauses are normal on a busy machine.
    private static let noteworthy = Clock.nanoseconds(0.05)
    /// In nanoseconds; the length of three frames, or of a settle poll, which are missed meanwhile.
    static let tooLong = Clock.nanoseconds(0.1)

    /// Started once, by the first caller.
    private static let beating: Void = Thread.detachNewThread {
        var last = Clock.now
        while true {
            usleep(UInt32(interval / 1000))
            let now = Clock.now
            let length = now - last - interval
            if length > noteworthy { pauses.withLock { $0.append(Pause(end: now, length: length)) } }
            last = now
        }
    }

    /// Starts measuring if it has not been started.
    static func begin() { beating }

    /// The longest pause since `start` in which nothing could run, in nanoseconds.
    static func longestPause(since start: Int64) -> Int64 {
        pauses.withLock { $0.filter { $0.end >= start }.map(\.length).max() ?? 0 }
    }
}
