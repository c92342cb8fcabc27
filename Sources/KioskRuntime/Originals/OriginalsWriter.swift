import Glibc
import LinuxDevices

/// Writes files of originals on a thread of its own, so that a disk that stalls holds up nothing else. Of each file only the
/// newest is written: there is never more than one to come.
final class OriginalsWriter: Sendable {
    private struct State {
        /// The new contents of each file; nil: it is removed.
        var pending: [String: [UInt8]?] = [:]
        /// Whether there is a thread. It ends when there is nothing to do.
        var isBusy = false
        /// The last call that has failed, until it is taken.
        var failure: SystemError?
    }

    let folder: String
    private let state = Locked(State())
    /// Signalled when something has failed, and when everything is written.
    let wakeup: Wakeup

    init(folder: String) throws(DeviceError) {
        self.folder = folder
        wakeup = try Wakeup()
    }

    /// - Parameter bytes: nil: the file shall go.
    func put(_ name: String, _ bytes: [UInt8]?) {
        let begins = state.withLock { state in
            state.pending[name] = .some(bytes)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard begins else { return }
        do throws(SystemError) {
            try Kernel.startThread(Interposition.current) { [self] in work() }
        } catch {
            // The next change tries again.
            state.withLock { state in
                state.failure = error
                state.isBusy = false
            }
            wakeup.signal()
        }
    }

    /// The last failure since the last time.
    func takeFailure() -> SystemError? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    /// Waits until everything is written. False: the time was over before.
    /// - Parameter time: in milliseconds.
    @discardableResult
    func finish(within time: Int64) -> Bool {
        let deadline = MonotonicClock.now().advanced(by: .milliseconds(time))
        while true {
            wakeup.clear()
            if !state.withLock({ $0.isBusy }) { return true }
            let rest = deadline.since(MonotonicClock.now()).nanoseconds / 1_000_000
            guard rest > 0 else { return false }
            var descriptors = [pollfd(fd: wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0)]
            poll(&descriptors, 1, Int32(clamping: rest + 1))
        }
    }

    private func work() {
        while let (name, bytes) = next() {
            do throws(SystemError) {
                if let bytes {
                    try StateFile.replace(name, in: folder, with: bytes)
                } else {
                    try StateFile.remove(name, in: folder)
                }
            } catch {
                state.withLock { $0.failure = error }
            }
        }
        wakeup.signal()
    }

    private func next() -> (name: String, bytes: [UInt8]?)? {
        state.withLock { state in
            guard let (name, bytes) = state.pending.popFirst() else {
                state.isBusy = false
                return nil
            }
            return (name, bytes)
        }
    }
}
