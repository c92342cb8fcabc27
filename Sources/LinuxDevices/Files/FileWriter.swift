import FocusCore
import Glibc

/// Writes a file on a thread of its own, so that a disk that stalls, or a reader that sleeps, holds nothing else up.
///
/// The queue to the thread is bounded. The thread writes at once what it finds there, and keeps nothing back.
public final class FileWriter {
    /// Why nothing more is written.
    public enum Failure: Error, Equatable, Sendable {
        /// More waits to be written than the queue may hold.
        case full
        /// The system's answer to a write.
        case refused(SystemError)
        /// The rest was not written in the time that was given.
        case late
    }

    private let work: FileWork

    /// - Parameters:
    ///   - descriptor: an open file, which belongs to the writer from now on, and is closed by its thread.
    ///   - path: what the file is called, for errors.
    ///   - capacity: the most bytes that may wait.
    /// - Throws: `DeviceError` if there can be no further thread, or nothing to wake it up. The file is closed then.
    public init(_ descriptor: Int32, path: String, capacity: Int = 4 << 20) throws(DeviceError) {
        work = try FileWork(OwnedDescriptor(descriptor), capacity: capacity)
        let work = work
        do throws(SystemError) {
            try Kernel.startThread(Interposition.current) { work.run() }
        } catch {
            throw DeviceError(.machine, attempt: "start a thread for", subject: path, error)
        }
    }

    deinit {
        work.queue.end()
    }

    /// Readable for good when the thread has ended: after a failure, or after `finish`.
    public var fileDescriptor: Int32 { work.ended.fileDescriptor }

    /// The system's answer to a write that failed; nil while all is well.
    public var failure: Failure? { work.queue.failure.map(Failure.refused) }

    /// Queues bytes. It does not wait.
    /// - Throws: `full` if there is no room for them, and then nothing is queued; `refused` if an earlier write failed.
    public func write(_ bytes: borrowing [UInt8]) throws(Failure) {
        guard try work.queue.put(bytes) else { throw .full }
    }

    /// Queues the last bytes, for which there is always room. What is queued is still written, as far as that goes;
    /// nobody waits for it.
    public func end(with bytes: borrowing [UInt8]) {
        work.queue.end(with: bytes)
    }

    /// Waits until all that is queued is written, and ends the thread.
    /// - Throws: `late` if that takes longer than `limit`: the thread is left behind; `refused` if a write failed.
    public func finish(within limit: TimeSpan) throws(Failure) {
        work.queue.end()
        let deadline = MonotonicClock.now().advanced(by: limit)
        while !work.queue.hasEnded {
            let rest = deadline.since(MonotonicClock.now()).nanoseconds
            guard rest > 0 else { throw .late }
            FileWork.wait([(work.ended.fileDescriptor, POLLIN)], timeout: Int32(clamping: rest / 1_000_000 + 1))
        }
        if let failure { throw failure }
    }
}
