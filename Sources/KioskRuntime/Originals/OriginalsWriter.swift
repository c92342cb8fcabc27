import FocusCore
import LinuxDevices

/// Writes files of originals on a thread of its own, so that a slow disk delays nothing else. Of each file only the
/// newest contents are written, so at most one write of it waits.
final class OriginalsWriter: Sendable {
    /// The newest contents of a file that are not on the disk: their write waits, is under way, or has failed.
    struct Unwritten {
        /// Encodes the contents; nil if the file is to be removed.
        fileprivate let encode: (@Sendable () -> [UInt8])?
        /// True while the write waits; false while it is under way, and after it has failed.
        fileprivate var isPending = true

        /// Nil if the file is to be removed.
        var bytes: [UInt8]? { encode?() }
    }

    private struct State {
        var unwritten: [String: Unwritten] = [:]
        /// True while a thread runs. It ends when there is nothing to write.
        var isBusy = false
        /// Files whose last write failed. Further failures are not reported until one succeeds.
        var failing: Set<String> = []
        /// A failure to report, until it is taken.
        var failure: SystemError?

        mutating func failed(_ name: String, _ error: SystemError) {
            if failing.insert(name).inserted { failure = error }
        }
    }

    let folder: String
    private let state = Locked(State())
    /// Signalled when a write has failed, and when everything is written.
    let wakeup: Wakeup

    init(folder: String) throws(DeviceError) {
        self.folder = folder
        wakeup = try Wakeup()
    }

    /// Notes new contents of a file. From now on `unwritten` tells them; they are written after `start`.
    /// - Parameter encode: encodes the contents, on the writer's thread; nil to remove the file.
    func put(_ name: String, _ encode: (@Sendable () -> [UInt8])?) {
        state.withLock { $0.unwritten[name] = Unwritten(encode: encode) }
    }

    /// Writes what waits, on a thread.
    func start() {
        let begins = state.withLock { state in
            guard !state.isBusy, state.unwritten.values.contains(where: \.isPending) else { return false }
            state.isBusy = true
            return true
        }
        guard begins else { return }
        do throws(SystemError) {
            try Kernel.startThread(Interposition.current) { [self] in work() }
        } catch {
            // The next change of any file makes another attempt.
            state.withLock { state in
                for (name, file) in state.unwritten where file.isPending { state.failed(name, error) }
                state.isBusy = false
            }
            wakeup.signal()
        }
    }

    /// The unwritten contents of a file; nil if the disk has the newest ones.
    func unwritten(_ name: String) -> Unwritten? {
        state.withLock { $0.unwritten[name] }
    }

    /// The first failed write of a file since its last successful one, returned once.
    func takeFailure() -> SystemError? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    /// Waits until no write is under way, successful or not. Returns false if that takes longer than the given time.
    func finish(within time: TimeSpan) -> Bool {
        let deadline = MonotonicClock.now().advanced(by: time)
        while true {
            wakeup.clear()
            if !state.withLock({ $0.isBusy }) { return true }
            guard wakeup.wait(until: deadline) else { return false }
        }
    }

    private func work() {
        while let (name, file) = next() {
            let bytes = file.bytes
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
            // Contents that were added during the write are newer than those on the disk.
            if state.unwritten[name]?.isPending == false { state.unwritten[name] = nil }
            // Removing a file proves nothing about writing: it also works on a full disk.
            if isWrite { state.failing.remove(name) }
        }
    }

    private func next() -> (name: String, file: Unwritten)? {
        state.withLock { state in
            guard let (name, file) = state.unwritten.first(where: \.value.isPending) else {
                state.isBusy = false
                return nil
            }
            state.unwritten[name]?.isPending = false
            return (name, file)
        }
    }
}
