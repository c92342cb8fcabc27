/// Bytes on their way to a file: one thread puts them in, another takes all of them at once.
///
/// Two buffers take turns, so that nothing is allocated once they have grown to what usually waits.
final class FileQueue: Sendable {
    private enum Phase {
        case open
        /// Queued bytes are still written, and nothing more is taken.
        case ending
        /// Nothing is written any more.
        case ended(SystemError?)
    }

    private struct State {
        var phase = Phase.open
        var waiting: [UInt8] = []
        /// Bytes that were taken and are being written.
        var beingWritten = 0
    }

    private let state = Locked(State())
    private let capacity: Int
    private let wakeup: Wakeup

    /// - Throws: `DeviceError` if the kernel gives no eventfd.
    init(capacity: Int) throws(DeviceError) {
        self.capacity = capacity
        wakeup = try Wakeup()
        state.withLock { $0.waiting.reserveCapacity(Self.usualSize) }
    }

    /// More than a busy second writes.
    static let usualSize = 64 << 10

    /// Readable while `take` has something to tell.
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

    /// False: there is no room.
    func put(_ bytes: borrowing [UInt8]) throws(FileWriter.Failure) -> Bool {
        let result: Result<Bool, FileWriter.Failure> = bytes.withUnsafeBytes { bytes in
            state.withLock { state in
                if case .ended(let error?) = state.phase { return .failure(.refused(error)) }
                guard case .open = state.phase else { return .success(true) }
                guard state.waiting.count + state.beingWritten + bytes.count <= capacity else { return .success(false) }
                if state.waiting.isEmpty { wakeup.signal() }
                state.waiting.append(contentsOf: bytes)
                return .success(true)
            }
        }
        return try result.get()
    }

    /// Takes nothing more after these bytes.
    func end(with bytes: borrowing [UInt8] = []) {
        bytes.withUnsafeBytes { bytes in
            state.withLock { state in
                guard case .open = state.phase else { return }
                state.waiting.append(contentsOf: bytes)
                state.phase = .ending
                wakeup.signal()
            }
        }
    }

    /// Exchanges what waits for `buffer`, which is used again; what was taken before counts as written. False: nothing
    /// will come any more.
    func take(_ buffer: inout [UInt8]) -> Bool {
        buffer.removeAll(keepingCapacity: true)
        return state.withLock { state in
            swap(&state.waiting, &buffer)
            state.beingWritten = buffer.count
            if case .open = state.phase {
                wakeup.clear()
                return true
            }
            return !buffer.isEmpty
        }
    }

    /// The thread ends.
    func ended(_ error: SystemError?) {
        state.withLock { state in
            state.phase = .ended(error)
            state.waiting = []
            state.beingWritten = 0
        }
    }
}
