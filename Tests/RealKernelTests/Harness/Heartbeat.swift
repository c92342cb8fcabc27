import Foundation
import Synchronization

/// How evenly time passes in this machine. An emulated one that has to wait for a processor stands still, now and then for
/// longer than a camera's autofocus takes or a finger taps; then nobody can say what a test has shown.
enum Heartbeat {
    private struct Pause {
        var end: Int64
        var length: Int64
    }

    private static let pauses = Mutex<[Pause]>([])
    private static let interval = Clock.nanoseconds(0.01)
    /// Shorter ones are a busy machine's everyday life.
    private static let noteworthy = Clock.nanoseconds(0.05)
    /// Three frames, or a settle poll: what happens meanwhile is not seen.
    static let tooLong = Clock.nanoseconds(0.1)

    /// Runs once, whoever asks first.
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

    /// Begins to look at the time, where that has not begun.
    static func begin() { beating }

    /// The longest time since a moment in which nothing could run, in nanoseconds.
    static func longestPause(since start: Int64) -> Int64 {
        pauses.withLock { $0.filter { $0.end >= start }.map(\.length).max() ?? 0 }
    }
}
