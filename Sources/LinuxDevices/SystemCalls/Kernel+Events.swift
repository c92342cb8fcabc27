import CLinux
import Glibc

/// The calls of the event loop.
extension Kernel {
    static func createEpoll() throws(SystemError) -> OwnedDescriptor {
        let fd = try request(.epollCreate) { Int(epoll_create1(tapfocus_epoll_cloexec)) }
        return OwnedDescriptor(Int32(truncatingIfNeeded: fd))
    }

    /// `operation` is EPOLL_CTL_ADD, EPOLL_CTL_MOD or EPOLL_CTL_DEL.
    static func controlEpoll(
        _ epoll: Int32, _ operation: Int32, _ fd: Int32, events: UInt32, tag: UInt64
    ) throws(SystemError) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: tag))
        try request(.epollControl(operation: operation, fd: fd)) {
            Int(epoll_ctl(epoll, operation, fd, &event))
        }
    }

    /// Waits without a limit if `timeout`, in milliseconds, is negative.
    static func waitEpoll(
        _ epoll: Int32, _ events: UnsafeMutableBufferPointer<epoll_event>, timeout: Int32
    ) throws(SystemError) -> Int {
        try request(.epollWait(timeout: timeout)) {
            Int(epoll_wait(epoll, events.baseAddress, Int32(clamping: events.count), timeout))
        }
    }

    static func createTimer() throws(SystemError) -> OwnedDescriptor {
        let fd = try request(.timerCreate) { Int(timerfd_create(CLOCK_MONOTONIC, tapfocus_timerfd_flags)) }
        return OwnedDescriptor(Int32(truncatingIfNeeded: fd))
    }

    /// Sets an absolute time of CLOCK_MONOTONIC, in nanoseconds; nil disarms.
    static func setTimer(_ fd: Int32, _ nanoseconds: Int64?) throws(SystemError) {
        var setting = itimerspec()
        if let nanoseconds {
            // Zero would disarm and the kernel refuses negative times. Both are long past, so 1 ns stands for them.
            let moment = max(nanoseconds, 1)
            setting.it_value = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        }
        try request(.timerSet(fd: fd, nanoseconds: nanoseconds ?? 0)) {
            Int(timerfd_settime(fd, tapfocus_timerfd_absolute, &setting, nil))
        }
    }

    static func createEvent() throws(SystemError) -> OwnedDescriptor {
        let fd = try request(.eventCreate) { Int(eventfd(0, tapfocus_eventfd_flags)) }
        return OwnedDescriptor(Int32(truncatingIfNeeded: fd))
    }

    static func createSignal(_ signals: sigset_t) throws(SystemError) -> OwnedDescriptor {
        var signals = signals
        let fd = try request(.signalCreate) { Int(signalfd(-1, &signals, tapfocus_signalfd_flags)) }
        return OwnedDescriptor(Int32(truncatingIfNeeded: fd))
    }

    /// Changes the calling thread's signal mask; returns the earlier one.
    @discardableResult
    static func maskSignals(_ how: Int32, _ signals: sigset_t) throws(SystemError) -> sigset_t {
        var signals = signals
        var previous = sigset_t()
        try request(.signalMask) {
            let answer = pthread_sigmask(how, &signals, &previous)
            Glibc.errno = answer
            return answer == 0 ? 0 : -1
        }
        return previous
    }
}
