import CLinux
import Glibc

/// SIGINT, SIGTERM and SIGHUP as a readable descriptor (signalfd) instead of interruptions. They are blocked in the thread that
/// creates it and in all threads that this one starts later: create it first. SIGABRT, with which a watchdog ends a program that hangs, is
/// let in there, even if the program was started by a thread that had blocked it.
public final class SignalSource {
    private let descriptor: OwnedDescriptor
    private let previousMask: sigset_t

    /// The signals that ask a program to end.
    public static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP]

    /// - Throws: `DeviceError` if the signals cannot be blocked or the kernel refuses a signalfd.
    public init(_ signals: [Int32] = SignalSource.ending) throws(DeviceError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        var abort = sigset_t()
        sigemptyset(&abort)
        sigaddset(&abort, SIGABRT)
        do throws(SystemError) {
            previousMask = try Kernel.maskSignals(SIG_BLOCK, set)
            do throws(SystemError) {
                _ = try Kernel.maskSignals(SIG_UNBLOCK, abort)
                descriptor = try Kernel.create("signalfd") { signalfd(-1, &set, tapfocus_signalfd_flags) }
            } catch {
                _ = try? Kernel.maskSignals(SIG_SETMASK, previousMask)
                throw error
            }
        } catch {
            throw DeviceError(.machine, attempt: "wait for", subject: "signals (signalfd)", error)
        }
    }

    deinit { _ = try? Kernel.maskSignals(SIG_SETMASK, previousMask) }

    /// Readable when a signal has come.
    public var fileDescriptor: Int32 { descriptor.rawValue }

    /// A received signal and its origin.
    public struct Received: Equatable, Sendable {
        /// For example SIGTERM.
        public var number: Int32
        /// True if the kernel sent it by itself, as it does when a terminal hangs up.
        public var isFromKernel = false
    }

    /// Calls `body` with each received signal.
    public func readSignals(_ body: (Received) -> Void) {
        var information = signalfd_siginfo()
        while true {
            let count = withUnsafeMutableBytes(of: &information) { bytes in
                (try? Kernel.read(descriptor.rawValue, bytes)) ?? 0
            }
            guard count == MemoryLayout<signalfd_siginfo>.size else { return }
            body(
                Received(
                    number: Int32(truncatingIfNeeded: information.ssi_signo),
                    isFromKernel: information.ssi_code == tapfocus_signal_from_kernel))
        }
    }
}
