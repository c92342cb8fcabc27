import CLinux
import FocusCore
import Glibc

/// Wakes up the loop from another thread (eventfd). Several signals before the loop looks count as one.
public final class Wakeup: Sendable {
    /// Readable after `signal()`, until `clear()`.
    public let fileDescriptor: Int32

    /// - Throws: `DeviceError` if the kernel refuses an eventfd.
    public init() throws(DeviceError) {
        fileDescriptor = try DeviceError.of(.machine, attempt: "create", subject: "a wake-up (eventfd)") {
            () throws(SystemError) in
            try Kernel.create("eventfd") { eventfd(0, tapfocus_eventfd_flags) }.release()
        }
    }

    deinit { Kernel.close(fileDescriptor) }

    /// Callable from any thread.
    public func signal() {
        let one: UInt64 = 1
        // A lost signal would never be repeated: the waiting thread would wait for ever.
        withUnsafeBytes(of: one) { bytes in
            Self.untilDone { () throws(SystemError) in try Kernel.write(fileDescriptor, bytes) }
        }
    }

    /// Call it on the loop's thread before looking at the signalled data, so that nothing is missed.
    public func clear() {
        var count: UInt64 = 0
        withUnsafeMutableBytes(of: &count) { bytes in
            Self.untilDone { () throws(SystemError) in try Kernel.read(fileDescriptor, bytes) }
        }
    }

    /// Waits for a signal, up to a time. Returns false if that is over.
    package func wait(until deadline: Instant) -> Bool {
        let rest = deadline.since(MonotonicClock.now()).nanoseconds
        guard rest > 0 else { return false }
        Kernel.wait([(fileDescriptor, POLLIN)], timeout: Int32(clamping: rest / 1_000_000 + 1))
        return true
    }

    /// Repeats a failed call, a few times. EAGAIN is no failure: the counter is full, or it is empty.
    private static func untilDone(_ call: () throws(SystemError) -> Int) {
        for _ in 0..<attemptLimit {
            do throws(SystemError) {
                _ = try call()
                return
            } catch {
                if error.code == EAGAIN { return }
            }
        }
    }

    private static let attemptLimit = 8
}
