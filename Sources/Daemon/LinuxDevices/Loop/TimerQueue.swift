import CLinux
import FocusCore
import Glibc

/// Many timers on one timerfd, set to the earliest deadline (absolute, CLOCK_MONOTONIC). Without one it never wakes up.
public final class TimerQueue<ID: Hashable & Sendable> {
    private struct Timer {
        var deadline: Instant
        var generation: UInt32
        /// Of two timers with the same deadline, the one that was armed first expires first.
        var order: UInt64
    }

    private let timer: OwnedDescriptor
    private var timers: [ID: Timer] = [:]
    private var nextOrder: UInt64 = 0
    /// Of the timerfd.
    private var setting: Instant?

    /// - Throws: `DeviceError` if the kernel refuses a timer.
    public init() throws(DeviceError) {
        timer = try DeviceError.of(.machine, attempt: "create", subject: "a timer (timerfd)") {
            () throws(SystemError) in
            try Kernel.create("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, tapfocus_timerfd_flags) }
        }
    }

    /// Readable when a timer has expired: then call `readExpired`.
    public var fileDescriptor: Int32 { timer.rawValue }

    /// True if any timer is armed.
    public var isArmed: Bool { !timers.isEmpty }

    /// The time at which a timer expires; nil: it is not armed.
    public func deadline(of id: ID) -> Instant? { timers[id]?.deadline }

    /// Arms a timer in place of an earlier one of the same id. A deadline in the past expires at once.
    /// - Throws: `DeviceError` if the kernel refuses, which it does not for a valid time.
    public func arm(_ id: ID, deadline: Instant, generation: UInt32) throws(DeviceError) {
        nextOrder &+= 1
        timers[id] = Timer(deadline: deadline, generation: generation, order: nextOrder)
        try setEarliest()
    }

    /// Disarms a timer; does nothing if it is not armed.
    public func disarm(_ id: ID) throws(DeviceError) {
        guard timers.removeValue(forKey: id) != nil else { return }
        try setEarliest()
    }

    /// Calls `body` for each timer that has expired by `now`, the earliest deadline first. `body` may arm and disarm:
    /// a timer that it disarms or arms again is not called in this round.
    public func readExpired(now: Instant = MonotonicClock.now(), _ body: (ID, UInt32) -> Void) throws(DeviceError) {
        var expirations: UInt64 = 0
        withUnsafeMutableBytes(of: &expirations) { bytes in
            // EAGAIN means that the deadline was moved after the descriptor had become readable.
            _ = try? Kernel.read(timer.rawValue, bytes)
        }
        setting = nil
        let due = timers.filter { $0.value.deadline <= now }.sorted {
            ($0.value.deadline, $0.value.order) < ($1.value.deadline, $1.value.order)
        }
        for (id, expired) in due {
            guard let present = timers[id], present.order == expired.order else { continue }
            timers[id] = nil
            body(id, expired.generation)
        }
        try setEarliest()
    }

    private func setEarliest() throws(DeviceError) {
        let earliest = timers.values.map(\.deadline).min()
        guard earliest != setting else { return }
        var deadline = itimerspec()
        if let earliest {
            // Zero would disarm and the kernel refuses negative times. Both are long past, so 1 ns stands for them.
            let moment = max(earliest.nanoseconds, 1)
            deadline.it_value = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        }
        let fd = timer.rawValue
        try DeviceError.of(.machine, attempt: "set", subject: "a timer (timerfd)") { () throws(SystemError) in
            try Kernel.call("timerfd_settime") { timerfd_settime(fd, tapfocus_timerfd_absolute, &deadline, nil) }
        }
        setting = earliest
    }
}
