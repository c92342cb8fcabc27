import FocusCore
import Glibc
import LinuxDevices

/// Writes files of originals on a thread of its own, so that a disk that stalls holds up nothing else. Of each file only the
/// newest is written: there is never more than one to come.
final class OriginalsWriter: Sendable {
    /// The newest contents of a file that the disk does not have: they are still to be written, or could not be.
    struct Unwritten {
        /// Nil: the file is to be removed.
        var bytes: [UInt8]?
        /// False: they are being written, or could not be.
        fileprivate var isPending = true
    }

    private struct State {
        var unwritten: [String: Unwritten] = [:]
        /// Whether there is a thread. It ends when there is nothing to do.
        var isBusy = false
        /// Files whose last write has failed. Until one succeeds, further failures are no news.
        var failing: Set<String> = []
        /// A failure that is news, until it is taken.
        var failure: SystemError?

        mutating func failed(_ name: String, _ error: SystemError) {
            if failing.insert(name).inserted { failure = error }
        }
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
            state.unwritten[name] = Unwritten(bytes: bytes)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard begins else { return }
        do throws(SystemError) {
            try Kernel.startThread(Interposition.current) { [self] in work() }
        } catch {
            // The next change of any file tries again.
            state.withLock { state in
                state.failed(name, error)
                state.isBusy = false
            }
            wakeup.signal()
        }
    }

    /// Nil: the disk has the newest contents of that file.
    func unwritten(_ name: String) -> Unwritten? {
        state.withLock { $0.unwritten[name] }
    }

    /// The first failure of a file after a write of it that succeeded, once.
    func takeFailure() -> SystemError? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    /// Waits until nothing is being written any more, with success or not. False: the time was over before.
    func finish(within time: TimeSpan) -> Bool {
        let deadline = MonotonicClock.now().advanced(by: time)
        while true {
            wakeup.clear()
            if !state.withLock({ $0.isBusy }) { return true }
            let rest = deadline.since(MonotonicClock.now()).nanoseconds / 1_000_000
            guard rest > 0 else { return false }
            var descriptors = [pollfd(fd: wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0)]
            let isDone = descriptors.withUnsafeMutableBufferPointer { descriptors in
                (try? Kernel.poll(descriptors, timeout: Int32(clamping: rest + 1))) != nil
            }
            // Only a machine without memory does that: it must not get busy in addition.
            if !isDone { usleep(10_000) }
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
                succeeded(name, isWrite: bytes != nil)
            } catch {
                state.withLock { $0.failed(name, error) }
            }
        }
        wakeup.signal()
    }

    private func succeeded(_ name: String, isWrite: Bool) {
        state.withLock { state in
            // What came meanwhile is newer than what the disk has.
            if state.unwritten[name]?.isPending == false { state.unwritten[name] = nil }
            // A full disk lets files be removed.
            if isWrite { state.failing.remove(name) }
        }
    }

    private func next() -> (name: String, bytes: [UInt8]?)? {
        state.withLock { state in
            guard let (name, file) = state.unwritten.first(where: \.value.isPending) else {
                state.isBusy = false
                return nil
            }
            state.unwritten[name]?.isPending = false
            return (name, file.bytes)
        }
    }
}
