import FocusCore

/// Writes a file on a thread of its own, so that a slow disk, or a reader that sleeps, delays nothing else.
///
/// The queue to the thread is bounded. Bytes that come after a pause are written at once; those that follow are collected for
/// as long as the pace says.
public final class FileWriter {
    /// The rhythm of the writing thread.
    public struct Pace: Equatable, Sendable {
        /// Each write waits for nothing, and nothing is forced to the disk.
        public static let immediate = Pace(rest: TimeSpan(nanoseconds: 0), stores: false)

        /// The time in which bytes are collected after a write. To wake a thread for each line costs several times as much as the line.
        var rest: TimeSpan
        /// True to force each write to the disk (fdatasync), so that a power cut does not lose it.
        var stores: Bool

        public init(rest: TimeSpan, stores: Bool) {
            self.rest = rest
            self.stores = stores
        }

        /// In milliseconds, from the moment at which the bytes were taken: a slow disk does not make other bytes wait longer.
        func rest(after passed: TimeSpan) -> Int32 {
            let (left, _) = rest.nanoseconds.subtractingReportingOverflow(max(passed.nanoseconds, 0))
            return Int32(clamping: max(0, left) / 1_000_000)
        }
    }

    /// The reason why nothing more is written.
    public enum Failure: Error, Equatable, Sendable {
        /// The queue has no room for the bytes.
        case full
        /// The system's answer to a write.
        case refused(SystemError)
        /// The rest was not written within the time limit.
        case late
    }

    /// Opens the next file, on the writing thread, which owns the descriptor and closes it.
    public typealias Opener = @Sendable () throws(SystemError) -> Int32

    private let work: FileWork

    /// - Parameters:
    ///   - descriptor: an open file. The writer owns it from now on, and its thread closes it. nil: bytes before the first
    ///     `beginNextFile` are dropped.
    ///   - path: the file's name, for errors.
    ///   - capacity: the limit of waiting bytes.
    ///   - pace: the rhythm of the writes.
    ///   - opener: opens the file that `beginNextFile` begins.
    /// - Throws: `DeviceError` if no thread can be started, or no wake-up for it created. The file is closed then.
    public init(
        _ descriptor: Int32?, path: String, capacity: Int = 4 << 20, pace: Pace = .immediate, opener: Opener? = nil
    ) throws(DeviceError) {
        let file: OwnedDescriptor? = if let descriptor { OwnedDescriptor(descriptor) } else { nil }
        work = try FileWork(file, opener, pace, capacity: capacity)
        let work = work
        try DeviceError.of(.machine, attempt: "start a thread for", subject: path) { () throws(SystemError) in
            try Kernel.startThread(Interposition.current) { work.run() }
        }
    }

    deinit { work.queue.end() }

    /// Becomes readable, and stays so, when the thread has ended: after a failure, or after `finish`.
    public var fileDescriptor: Int32 { work.ended.fileDescriptor }

    /// The system's answer to a write that failed; nil if none failed.
    public var failure: Failure? { work.queue.failure.map(Failure.refused) }

    /// True when the thread has ended, and holds the file no more.
    public var hasEnded: Bool { work.queue.hasEnded }

    /// Queues bytes, without waiting.
    /// - Throws: `full` if there is no room for them, and then nothing is queued; `refused` if an earlier write failed.
    public func write(_ bytes: borrowing [UInt8]) throws(Failure) { try work.queue.put(bytes) }

    /// Bytes that are queued from now on go into another file, which the writing thread opens. Without an opener it does nothing.
    public func beginNextFile() { work.queue.beginNextFile() }

    /// Has the queued bytes written as soon as possible, without regard to the pace.
    public func hurry() { work.queue.hurry() }

    /// Queues the last bytes, even if the queue is full. They are still written if the file accepts them; nobody waits for that.
    public func end(with bytes: borrowing [UInt8]) { work.queue.end(with: bytes) }

    /// Waits until all queued bytes are written, and ends the thread.
    /// - Throws: `late` if that takes longer than `limit`, and the thread goes on alone; `refused` if a write failed.
    public func finish(within limit: TimeSpan) throws(Failure) {
        work.queue.end()
        let deadline = MonotonicClock.now().advanced(by: limit)
        while !work.queue.hasEnded {
            guard work.ended.wait(until: deadline) else { throw .late }
        }
        if let failure { throw failure }
    }
}
