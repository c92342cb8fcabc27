import FocusCore
import Glibc

/// The work of a file writer's thread. Only this thread touches the file, and closes it at its end.
final class FileWork: @unchecked Sendable {
    let queue: FileQueue
    let ended: Wakeup
    private let pace: FileWriter.Pace
    /// Opens the next file; nil: there is only one.
    private let opener: FileWriter.Opener?
    /// Closed by the thread, or in `deinit` if no thread was started; -1 while no file is open.
    private var file: Int32

    init(
        _ file: consuming OwnedDescriptor?, _ opener: FileWriter.Opener?, _ pace: FileWriter.Pace, capacity: Int
    ) throws(DeviceError) {
        self.pace = pace
        self.opener = opener
        queue = try FileQueue(capacity: capacity)
        ended = try Wakeup()
        switch consume file {
        case .some(let file): self.file = file.release()
        case .none: self.file = -1
        }
    }

    deinit { closeFile() }

    /// Returns when the queue has ended and all of it is written, or when the file accepts no more.
    func run() {
        Self.blockSignalsOfWrites()
        var failure: SystemError?
        do throws(SystemError) { try writeAll() } catch { failure = error }
        // Closed before the end is signalled: at the end the file is complete, and no longer open.
        closeFile()
        queue.ended(failure)
        ended.signal()
    }

    private func writeAll() throws(SystemError) {
        var batch = FileQueue.Batch()
        batch.reserve()
        while queue.fill(&batch) {
            guard !batch.isEmpty else {
                try waitForMore(timeout: -1)
                continue
            }
            let began = MonotonicClock.now()
            try write(batch)
            try waitForMore(timeout: pace.rest(after: MonotonicClock.now().since(began)))
        }
    }

    private func write(_ batch: borrowing FileQueue.Batch) throws(SystemError) {
        var done = 0
        for beginning in batch.beginnings {
            try write(batch.bytes[done..<beginning])
            try openNext()
            done = beginning
        }
        try write(batch.bytes[done...])
        try store()
    }

    private func openNext() throws(SystemError) {
        guard let opener else { return }
        try store()
        closeFile()
        file = try opener()
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        // Bytes before the first file have no place.
        if file >= 0, let error = bytes.withUnsafeBytes(write) { throw error }
    }

    /// A reader that is gone and a limit on file sizes become errnos of the write. Without this, their signals
    /// (SIGPIPE, SIGXFSZ), which go to the writing thread, would end the program.
    private static func blockSignalsOfWrites() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        _ = try? Kernel.maskSignals(SIG_BLOCK, signals)
    }

    private func closeFile() {
        if file >= 0 { Kernel.close(file) }
        file = -1
    }

    /// Waits for bytes, and watches the file for a reader that goes away: without requested events poll reports nothing else.
    private func waitForMore(timeout: Int32) throws(SystemError) {
        guard timeout != 0 else { return }
        let events = Kernel.wait([(queue.fileDescriptor, POLLIN), (file, 0)], timeout: timeout)
        if events.count == 2, events[1] & POLLERR != 0 { throw SystemError(EPIPE) }
    }

    /// Makes what was written survive a power cut. A pipe cannot be stored (EINVAL), nor can a file of some file systems
    /// (ENOTSUP): for those, written is all there is.
    private func store() throws(SystemError) {
        guard pace.stores, file >= 0 else { return }
        do throws(SystemError) {
            try Kernel.call("fdatasync") { fdatasync(file) }
        } catch {
            if ![EINVAL, ENOTSUP, EROFS].contains(error.code) { throw error }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> SystemError? {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try Kernel.write(file, rest)
                // A file that accepts no byte and reports no error would be retried for ever.
                guard count > 0 else { return SystemError(EIO) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } catch {
                guard error.code == EAGAIN else { return error }
                Kernel.wait([(file, POLLOUT)], timeout: -1)
            }
        }
        return nil
    }
}
