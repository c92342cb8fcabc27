import CLinux
import Glibc

/// Waits for many file descriptors on one thread (epoll, level-triggered), and calls the handler of each ready one. There is no
/// tick. Another thread reaches it through a `Wakeup`.
public final class EventLoop {
    /// Events of a descriptor. Errors and hang-ups are always reported, also of a descriptor that is watched for nothing else.
    public struct Events: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let readable = Events(rawValue: tapfocus_epoll_in)
        public static let writable = Events(rawValue: tapfocus_epoll_out)
        public static let error = Events(rawValue: tapfocus_epoll_error)
        public static let hangUp = Events(rawValue: tapfocus_epoll_hangup)

        /// True if the device is gone. The descriptor stays ready for ever: the handler has to remove it.
        public var isGone: Bool { contains(.error) || contains(.hangUp) }
    }

    /// Called on the loop's thread. It may add and remove any descriptor, its own included.
    public typealias Handler = (Events) -> Void

    private struct Registration {
        /// Distinguishes a descriptor from an earlier one with the same number, whose event may be in the same batch.
        var serial: UInt32
        var handler: Handler
    }

    private let epoll: OwnedDescriptor
    private var registrations: [Int32: Registration] = [:]
    private var nextSerial: UInt32 = 0
    private var isStopping = false
    private let batch: UnsafeMutableBufferPointer<epoll_event>

    /// - Throws: `DeviceError` if the kernel refuses an epoll.
    public init() throws(DeviceError) {
        epoll = try DeviceError.of(.machine, attempt: "create", subject: "the event loop (epoll)") {
            () throws(SystemError) in
            try Kernel.create("epoll_create1") { epoll_create1(tapfocus_epoll_cloexec) }
        }
        batch = .allocate(capacity: 16)
        batch.initialize(repeating: epoll_event())
    }

    deinit { batch.deallocate() }

    /// Watches a descriptor, which must stay open until `remove`. A descriptor that is already watched gets the new
    /// interest and handler.
    /// - Throws: `DeviceError` if it cannot be watched, as a regular file cannot.
    public func add(_ fd: Int32, _ interest: Events, handler: @escaping Handler) throws(DeviceError) {
        nextSerial &+= 1
        let tag = UInt64(nextSerial) << 32 | UInt64(UInt32(bitPattern: fd))
        let operation = registrations[fd] == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
        try DeviceError.of(.machine, attempt: "watch", subject: "file descriptor \(fd) (epoll)") {
            () throws(SystemError) in
            try Kernel.controlEpoll(epoll.rawValue, operation, fd, events: interest.rawValue, tag: tag)
        }
        registrations[fd] = Registration(serial: nextSerial, handler: handler)
    }

    /// Call it before a descriptor is closed. Its handler is not called again, not even for an event that has been fetched.
    public func remove(_ fd: Int32) {
        guard registrations.removeValue(forKey: fd) != nil else { return }
        // The kernel itself forgets a descriptor that was closed too early, so an error needs no action.
        try? Kernel.controlEpoll(epoll.rawValue, EPOLL_CTL_DEL, fd, events: 0, tag: 0)
    }

    /// Handles events until `stop()`.
    /// - Throws: `DeviceError` if waiting fails, which only a closed or exhausted kernel object can cause.
    public func run() throws(DeviceError) {
        isStopping = false
        while !isStopping { try runOnce(timeout: -1) }
    }

    /// Ends `run()` after the handlers of the present batch.
    public func stop() { isStopping = true }

    /// Waits once, and handles the ready descriptors. Returns their number.
    /// - Parameter timeout: in milliseconds; 0 does not wait, a negative number waits without a limit.
    @discardableResult
    public func runOnce(timeout: Int32) throws(DeviceError) -> Int {
        let count = try DeviceError.of(.machine, attempt: "wait in", subject: "the event loop (epoll)") {
            () throws(SystemError) in
            try Kernel.call("epoll_wait") { epoll_wait(epoll.rawValue, batch.baseAddress, Int32(batch.count), timeout) }
        }
        let ready = batch.prefix(Int(count)).map { ($0.data.u64, Events(rawValue: $0.events)) }
        for (tag, readiness) in ready {
            let fd = Int32(truncatingIfNeeded: tag)
            guard let registration = registrations[fd], UInt64(registration.serial) == tag >> 32 else { continue }
            registration.handler(readiness)
        }
        return Int(count)
    }
}
