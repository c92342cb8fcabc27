import Glibc

@testable import LinuxDevices

/// Lets calls through to `base` (or to the real kernel), records them, and makes the Nth of a kind fail.
final class FaultyKernel: SystemCallInterposer {
    struct Fault: Sendable {
        /// The kind, by `SystemCall.name`.
        var call: String
        /// The number of the call within its kind; 1 is the first.
        var occurrence: Int
        var errno: Int32
        /// True if all later calls of the kind fail, too.
        var stays = false
    }

    private struct State {
        var counts: [String: Int] = [:]
        var trace: [String] = []
        var openDescriptors: [Int32: Int] = [:]
    }

    private let base: (any SystemCallInterposer)?
    private let fault: Fault?
    private let state = Locked(State())

    init(_ base: (any SystemCallInterposer)? = nil, fault: Fault? = nil) {
        self.base = base
        self.fault = fault
    }

    /// The kinds of the calls that were made.
    var trace: [String] { state.withLock { $0.trace } }

    func count(of call: String) -> Int { state.withLock { $0.counts[call] ?? 0 } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        let count = state.withLock { state in
            state.trace.append(call.name)
            state.counts[call.name, default: 0] += 1
            return state.counts[call.name] ?? 0
        }
        if let fault, fault.call == call.name, count == fault.occurrence || (fault.stays && count > fault.occurrence) {
            return .failed(errno: fault.errno)
        }
        return base?.answer(call)
    }
}

/// Linux's usual errors.
let someErrnos: [Int32] = [
    EPERM, ENOENT, EIO, ENXIO, EAGAIN, ENOMEM, EACCES, EFAULT, EBUSY, ENODEV, EINVAL, ENFILE, EMFILE, ENOTTY, ENOSPC,
    ERANGE, EPIPE, EILSEQ, EREMOTE, ETIMEDOUT, EPROTO, 4711,
]
