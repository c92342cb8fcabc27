import FocusCore
import LinuxDevices

/// The files of originals in a folder. They are written on a thread of its own, so that a slow disk delays nothing else. Of each
/// file only the newest contents are written, so at most one write of it waits.
final class OriginalsFolder: Sendable {
    /// The newest contents of a file that are not on the disk: their write waits, is under way, or has failed.
    private struct Unwritten {
        /// Encodes the contents; nil if the file is to be removed.
        let encode: (@Sendable () -> [UInt8])?
        /// True while the write waits; false while it is under way, and after it has failed.
        var isPending = true
    }

    private struct State {
        var unwritten: [String: Unwritten] = [:]
        /// True while a thread runs. It ends when there is nothing to write.
        var isBusy = false
        /// Files whose last write failed. Further failures are not reported until one succeeds.
        var failing: Set<String> = []
        /// A failed write to report, until it is taken.
        var failure: SystemError?
        /// The sentence about a file that was ignored, until it is taken.
        var fault: String?

        mutating func failed(_ name: String, _ error: SystemError) {
            if failing.insert(name).inserted { failure = error }
        }
    }

    let path: String
    private let state = Locked(State())
    /// Signalled when a write has failed, when everything is written, and when a file was ignored.
    let wakeup: Wakeup

    init(_ path: String) throws(DeviceError) {
        self.path = path
        wakeup = try Wakeup()
    }

    /// Notes new contents of a file. From now on `read` tells them; they are written after `start`.
    /// - Parameter encode: encodes the contents, on the thread that writes; nil to remove the file.
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

    /// The first failed write of a file since its last successful one, and the sentence about a file that was ignored, each once.
    func takeNews() -> (failure: SystemError?, fault: String?) {
        state.withLock { state in
            defer { (state.failure, state.fault) = (nil, nil) }
            return (state.failure, state.fault)
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
            let bytes = file.encode?()
            do throws(SystemError) {
                if let bytes {
                    try StateFile.replace(name, in: path, with: bytes)
                } else {
                    try StateFile.remove(name, in: path)
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

/// Reading what an earlier run, or this one before the camera left, noted for a camera.
extension OriginalsFolder {
    /// The controls in the camera's file; empty if there is no file, or an unusable one.
    func read(_ camera: CameraKey) -> [RememberedOriginal] {
        let reason: String
        do throws(SystemError) {
            guard let bytes = try bytes(of: camera.fileName) else { return [] }
            do throws(OriginalsFile.Fault) {
                let file = try OriginalsFile(bytes)
                if file.camera == camera { return file.controls }
                reason = "it is another camera's"
            } catch {
                reason = error.reason
            }
        } catch {
            reason = error.explanation.lowercased()
        }
        let sentence =
            "cannot use \(path)/\(camera.fileName), where an earlier run may have kept the camera's original settings: \(reason). "
            + "What the camera holds now is treated as original. Connecting it again resets most cameras."
        state.withLock { $0.fault = sentence }
        wakeup.signal()
        return []
    }

    /// The unwritten contents come first: a camera that leaves and returns at once may be faster than the disk.
    private func bytes(of name: String) throws(SystemError) -> [UInt8]? {
        if let newest = state.withLock({ $0.unwritten[name] }) { return newest.encode?() }
        return try StateFile.read("\(path)/\(name)", longest: OriginalsFile.longest)
    }
}
