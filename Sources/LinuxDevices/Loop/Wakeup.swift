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
        // A signal that is lost is never made up for: whoever waits would wait for ever.
        withUnsafeBytes(of: one) { bytes in
            Self.untilDone { () throws(SystemError) in try Kernel.write(fileDescriptor, bytes) }
        }
    }

    /// To be called on the loop's thread before what was signalled is looked at, so that nothing is missed.
    public func clear() {
        var count: UInt64 = 0
        withUnsafeMutableBytes(of: &count) { bytes in
            Self.untilDone { () throws(SystemError) in try Kernel.read(fileDescriptor, bytes) }
        }
    }

    /// Makes the call again where it fails, a few times. EAGAIN is no failure: the counter is full, and the loop wakes up anyway,
    /// or it is empty.
    private static func untilDone(_ call: () throws(SystemError) -> Int) {
        for _ in 0..<mostAttempts {
            do throws(SystemError) {
                _ = try call()
                return
            } catch {
                if error.code == EAGAIN { return }
            }
        }
    }

    private static let mostAttempts = 8
}
