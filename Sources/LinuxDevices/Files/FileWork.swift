import Glibc

/// What a file writer's thread gets. It is the only one to touch the file, which is closed with it.
final class FileWork: @unchecked Sendable {
    let queue: FileQueue
    /// Signalled when the thread ends.
    let ended: Wakeup
    private let file: OwnedDescriptor

    init(_ file: consuming OwnedDescriptor, capacity: Int) throws(DeviceError) {
        self.file = file
        queue = try FileQueue(capacity: capacity)
        ended = try Wakeup()
    }

    /// Returns when the queue has ended and all of it is written, or the file takes no more.
    func run() {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(FileQueue.usualSize)
        var failure: SystemError?
        while failure == nil, queue.take(&buffer) {
            failure = buffer.isEmpty ? waitForMore() : buffer.withUnsafeBytes(write)
        }
        queue.ended(failure)
        ended.signal()
    }

    /// While it waits it watches the file, too: a reader that goes away is noticed at once. Nothing else is told of a
    /// file that is not asked for anything.
    private func waitForMore() -> SystemError? {
        let events = Self.wait([(queue.fileDescriptor, POLLIN), (file.rawValue, 0)], timeout: -1)
        return events.count == 2 && events[1] & POLLERR != 0 ? SystemError(EPIPE) : nil
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> SystemError? {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try Kernel.write(file.rawValue, rest)
                // A file that takes nothing and says nothing would be tried for ever.
                guard count > 0 else { return SystemError(EIO) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } catch {
                guard error.code == EAGAIN else { return error }
                Self.wait([(file.rawValue, POLLOUT)], timeout: -1)
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
