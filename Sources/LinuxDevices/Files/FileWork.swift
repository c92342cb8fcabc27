import Glibc

/// The work of a file writer's thread, which is the only one to touch the file, and closes it at its end.
final class FileWork: @unchecked Sendable {
    let queue: FileQueue
    /// Signalled when the thread ends.
    let ended: Wakeup
    /// Closed by the thread, or with this where there never was one; -1 then.
    private var file: Int32

    init(_ file: consuming OwnedDescriptor, capacity: Int) throws(DeviceError) {
        queue = try FileQueue(capacity: capacity)
        ended = try Wakeup()
        self.file = file.release()
    }

    deinit {
        closeFile()
    }

    /// Returns when the queue has ended and all of it is written, or the file takes no more.
    func run() {
        Self.blockSignalsOfWrites()
        var buffer: [UInt8] = []
        buffer.reserveCapacity(FileQueue.usualSize)
        var failure: SystemError?
        while failure == nil, queue.take(&buffer) {
            failure = buffer.isEmpty ? waitForMore() : buffer.withUnsafeBytes(write)
        }
        // Before anybody is told: whoever waits for the end finds a file that is complete and nobody's.
        closeFile()
        queue.ended(failure)
        ended.signal()
    }

    /// A reader that is gone and a limit on the size of files are errnos of the write: no signal may end the program for
    /// them. Both go to the thread that writes.
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

    /// While it waits it watches the file, too: a reader that goes away is noticed at once. Nothing else is told of a
    /// file that is not asked for anything.
    private func waitForMore() -> SystemError? {
        let events = Self.wait([(queue.fileDescriptor, POLLIN), (file, 0)], timeout: -1)
        return events.count == 2 && events[1] & POLLERR != 0 ? SystemError(EPIPE) : nil
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> SystemError? {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try Kernel.write(file, rest)
                // A file that takes nothing and says nothing would be tried for ever.
                guard count > 0 else { return SystemError(EIO) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } catch {
                guard error.code == EAGAIN else { return error }
                Self.wait([(file, POLLOUT)], timeout: -1)
            }
        }
        return nil
    }

    /// Waits until one of the descriptors has what it is asked for, or failed. Returns what each has.
    @discardableResult
    static func wait(_ wanted: [(descriptor: Int32, events: Int32)], timeout: Int32) -> [Int32] {
        var descriptors = wanted.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        let isDone = descriptors.withUnsafeMutableBufferPointer { descriptors in
            (try? Kernel.poll(descriptors, timeout: timeout)) != nil
        }
        // Only a machine without memory does that: it must not get busy in addition.
        if !isDone { usleep(10_000) }
        return isDone ? descriptors.map { Int32($0.revents) } : []
    }
}
