/// Bytes on their way to a file: one thread adds them, another takes all of them at once. Two batches take turns, so that nothing is
/// allocated once both have grown to the usual size.
final class FileQueue: Sendable {
    /// Bytes, and the places between them at which another file begins.
    struct Batch {
        fileprivate(set) var bytes: [UInt8] = []
        /// The number of bytes before the beginning of each further file.
        fileprivate(set) var beginnings: [Int] = []

        var isEmpty: Bool { bytes.isEmpty && beginnings.isEmpty }

        mutating func reserve() { bytes.reserveCapacity(usualSize) }

        fileprivate mutating func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            beginnings.removeAll(keepingCapacity: true)
        }
    }

    private enum Phase {
        case open
        /// Queued bytes are still written; new ones are not accepted.
        case ending
        case ended(SystemError?)
    }

    private struct State {
        var phase = Phase.open
        var waiting = Batch()
        /// Number of bytes that were taken and are being written.
        var beingWritten = 0
        /// True while the writing thread waits without a limit: it has to be woken. Otherwise it looks again by itself.
        var isReaderAsleep = false
        /// True if the thread has been woken and has not looked yet.
        var isSignalled = false
    }

    private let state = Locked(State())
    private let capacity: Int
    private let wakeup: Wakeup

    /// - Throws: `DeviceError` if the kernel refuses an eventfd.
    init(capacity: Int) throws(DeviceError) {
        self.capacity = capacity
        wakeup = try Wakeup()
        state.withLock { $0.waiting.reserve() }
    }

    /// In bytes; more than a busy second produces.
    static let usualSize = 64 << 10

    /// Readable when `take` has something to return that must not wait.
    var fileDescriptor: Int32 { wakeup.fileDescriptor }

    var failure: SystemError? {
        state.withLock { state in
            if case .ended(let error) = state.phase { error } else { nil }
        }
    }

    var hasEnded: Bool {
        state.withLock { state in
            if case .ended = state.phase { true } else { false }
        }
    }

    func put(_ bytes: borrowing [UInt8]) throws(FileWriter.Failure) {
        let failure: FileWriter.Failure? = bytes.withUnsafeBytes { bytes in
            state.withLock { state in
                if case .ended(let error?) = state.phase { return .refused(error) }
                guard case .open = state.phase else { return nil }
                guard state.waiting.bytes.count + state.beingWritten + bytes.count <= capacity else { return .full }
                state.waiting.bytes.append(contentsOf: bytes)
                if state.isReaderAsleep || state.waiting.bytes.count >= Self.usualSize { wakeReader(&state) }
                return nil
            }
        }
        if let failure { throw failure }
    }

    /// The bytes that are added from now on belong to the next file.
    func beginNextFile() {
        state.withLock { state in
            guard case .open = state.phase else { return }
            state.waiting.beginnings.append(state.waiting.bytes.count)
            if state.isReaderAsleep { wakeReader(&state) }
        }
    }

    func hurry() {
        state.withLock { state in
            if !state.waiting.isEmpty { wakeReader(&state) }
        }
    }

    /// Adds the last bytes; the queue accepts none after them.
    func end(with bytes: borrowing [UInt8] = []) {
        bytes.withUnsafeBytes { bytes in
            state.withLock { state in
                guard case .open = state.phase else { return }
                state.waiting.bytes.append(contentsOf: bytes)
                state.phase = .ending
                wakeReader(&state)
            }
        }
    }

    /// Exchanges what waits for `batch`; what was taken before counts as written. Returns false when no more will come.
    func fill(_ batch: inout Batch) -> Bool {
        batch.removeAll()
        return state.withLock { state in
            swap(&state.waiting, &batch)
            state.beingWritten = batch.bytes.count
            guard case .open = state.phase else { return !batch.isEmpty }
            if state.isSignalled { wakeup.clear() }
            state.isSignalled = false
            state.isReaderAsleep = batch.isEmpty
            return true
        }
    }

    func ended(_ error: SystemError?) {
        state.withLock { state in
            state.phase = .ended(error)
            state.waiting = Batch()
            state.beingWritten = 0
        }
    }

    private func wakeReader(_ state: inout State) {
        guard !state.isSignalled else { return }
        state.isSignalled = true
        wakeup.signal()
    }
}
