import CLinux
import Glibc

/// The calls of the event loop.
extension Kernel {
    /// Creates an epoll, a timerfd, an eventfd or a signalfd.
    static func create(_ name: StaticString, _ real: () -> Int32) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try call(name, real))
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
        let count = Int32(clamping: events.count)
        return Int(try call("epoll_wait") { epoll_wait(epoll, events.baseAddress, count, timeout) })
    }

    /// Sets an absolute time of CLOCK_MONOTONIC, in nanoseconds; nil disarms.
    static func setTimer(_ fd: Int32, _ nanoseconds: Int64?) throws(SystemError) {
        var setting = itimerspec()
        if let nanoseconds {
            // Zero would disarm and the kernel refuses negative times. Both are long past, so 1 ns stands for them.
            let moment = max(nanoseconds, 1)
            setting.it_value = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        }
        try call("timerfd_settime") { timerfd_settime(fd, tapfocus_timerfd_absolute, &setting, nil) }
    }

    /// Changes the calling thread's signal mask; returns the earlier one.
    @discardableResult
    static func maskSignals(_ how: Int32, _ signals: sigset_t) throws(SystemError) -> sigset_t {
        var signals = signals
        var previous = sigset_t()
        // It returns the errno.
        try library("pthread_sigmask") { -Int(pthread_sigmask(how, &signals, &previous)) }
        return previous
    }
}
