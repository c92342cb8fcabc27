import Glibc

/// Wakes up the loop from another thread (eventfd). Many signals before the loop looks are one.
public final class Wakeup: Sendable {
    /// Readable after `signal()`, until `clear()`.
    public let fileDescriptor: Int32

    /// - Throws: `DeviceError` if the kernel gives no eventfd.
    public init() throws(DeviceError) {
        do throws(SystemError) {
            let fd = try Kernel.createEvent()
            fileDescriptor = fd.release()
        } catch {
            throw DeviceError(.machine, attempt: "create", subject: "a wake-up (eventfd)", error)
        }
    }

    deinit {
        Kernel.close(fileDescriptor)
    }

    /// May be called from any thread.
    public func signal() {
        let one: UInt64 = 1
        // The only possible failure is a counter that is full (EAGAIN): then the loop will wake up anyway.
        withUnsafeBytes(of: one) { bytes in
            _ = try? Kernel.write(fileDescriptor, bytes)
        }
    }

    /// To be called on the loop's thread before what was signalled is looked at, so that nothing is missed.
    public func clear() {
        var count: UInt64 = 0
        withUnsafeMutableBytes(of: &count) { bytes in
            _ = try? Kernel.read(fileDescriptor, bytes)
        }
    }
}
