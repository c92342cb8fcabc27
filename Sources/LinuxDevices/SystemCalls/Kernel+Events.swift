import CLinux
import Glibc

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
