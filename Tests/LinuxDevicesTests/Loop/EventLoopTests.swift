import Glibc
import Testing

@testable import LinuxDevices

@Suite("The loop calls the handlers of ready descriptors")
struct EventLoopTests {
    @Test("A signalled wake-up is handled once, and several signals count as one")
    func wakeup() throws {
        let loop = try EventLoop()
        let wakeup = try Wakeup()
        var count = 0
        try loop.add(wakeup.fileDescriptor, .readable) { readiness in
            #expect(readiness == .readable)
            wakeup.clear()
            count += 1
        }
        #expect(try loop.runOnce(timeout: 0) == 0)
        wakeup.signal()
        wakeup.signal()
        #expect(try loop.runOnce(timeout: 0) == 1)
        #expect(try loop.runOnce(timeout: 0) == 0)
        #expect(count == 1)
    }

    @Test("A descriptor that another handler removes is not called for an event that was fetched already")
    func removal() throws {
        let loop = try EventLoop()
        let wakeups = try [Wakeup(), Wakeup()]
        var calls = 0
        for (index, wakeup) in wakeups.enumerated() {
            try loop.add(wakeup.fileDescriptor, .readable) { _ in
                calls += 1
                loop.remove(wakeups[1 - index].fileDescriptor)
            }
            wakeup.signal()
        }
        #expect(try loop.runOnce(timeout: 0) == 2)
        #expect(calls == 1)
    }

    @Test("A descriptor that was removed and added anew is not called for the old one's event")
    func replaced() throws {
        let loop = try EventLoop()
        let wakeups = try [Wakeup(), Wakeup()]
        var calls: [String] = []
        for (index, wakeup) in wakeups.enumerated() {
            let other = wakeups[1 - index]
            try loop.add(wakeup.fileDescriptor, .readable) { _ in
                calls.append("old")
                loop.remove(other.fileDescriptor)
                try? loop.add(other.fileDescriptor, .readable) { _ in calls.append("new") }
            }
            wakeup.signal()
        }
        try loop.runOnce(timeout: 0)
        #expect(calls == ["old"])
    }

    @Test("Adding again replaces interest and handler")
    func again() throws {
        let loop = try EventLoop()
        let wakeup = try Wakeup()
        var calls: [Int] = []
        try loop.add(wakeup.fileDescriptor, .readable) { _ in calls.append(1) }
        try loop.add(wakeup.fileDescriptor, .readable) { _ in calls.append(2) }
        wakeup.signal()
        try loop.runOnce(timeout: 0)
        #expect(calls == [2])
    }

    @Test("It runs until it is stopped")
    func stop() throws {
        let loop = try EventLoop()
        let wakeup = try Wakeup()
        var count = 0
        wakeup.signal()
        try loop.add(wakeup.fileDescriptor, .readable) { _ in
            count += 1
            if count == 3 { loop.stop() }
        }
        try loop.run()
        #expect(count == 3)
    }

    @Test("A pipe whose other end closes is gone")
    func hangUp() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { Glibc.close(ends[0]) }
        let loop = try EventLoop()
        var isGone = false
        try loop.add(ends[0], []) { readiness in isGone = readiness.isGone }
        Glibc.close(ends[1])
        try loop.runOnce(timeout: 0)
        #expect(isGone)
    }

    @Test("A descriptor that cannot be watched is an error")
    func unwatchable() throws {
        let loop = try EventLoop()
        let error = #expect(throws: DeviceError.self) { try loop.add(-1, .readable) { _ in } }
        #expect(error?.systemError == SystemError(EBADF))
        loop.remove(-1)
    }

    @Test("Every call that fails is an error with its errno", arguments: someErrnos)
    func faults(errno: Int32) throws {
        func expectFailure(_ call: String, _ body: () throws -> Void) {
            let kernel = FaultyKernel(fault: .init(call: call, occurrence: 1, errno: errno))
            let error = #expect(throws: DeviceError.self) { try Interposition.with(kernel, body) }
            #expect(error?.systemError == SystemError(errno))
        }
        let wakeup = try Wakeup()
        expectFailure("epoll_create1") { _ = try EventLoop() }
        expectFailure("epoll_ctl") { try EventLoop().add(wakeup.fileDescriptor, .readable) { _ in } }
        expectFailure("epoll_wait") { try EventLoop().run() }
        expectFailure("eventfd") { _ = try Wakeup() }
        expectFailure("timerfd_create") { _ = try TimerQueue<Int>() }
        expectFailure("timerfd_settime") {
            try TimerQueue<Int>().arm(1, deadline: .init(nanoseconds: 1), generation: 1)
        }
        expectFailure("signalfd") { _ = try SignalSource() }
        expectFailure("pthread_sigmask") { _ = try SignalSource() }
        expectFailure("udev_new") { _ = try DeviceMonitor() }
        expectFailure("udev_monitor_new_from_netlink") { _ = try DeviceMonitor() }
        expectFailure("udev_monitor_filter_add_match_subsystem_devtype") { _ = try DeviceMonitor() }
        expectFailure("udev_monitor_enable_receiving") { _ = try DeviceMonitor() }
        expectFailure("udev_monitor_get_fd") { _ = try DeviceMonitor() }
        expectFailure("udev_enumerate_scan_devices") { _ = try DeviceFinder().videoDevices() }
    }

    @Test("SIGABRT, with which a watchdog ends a program, comes through even if a parent has blocked it")
    func abort() throws {
        var abort = sigset_t()
        sigemptyset(&abort)
        sigaddset(&abort, SIGABRT)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &abort, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        func isBlocked() -> Bool {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return sigismember(&mask, SIGABRT) == 1
        }
        do {
            let source = try SignalSource()
            withExtendedLifetime(source) { #expect(!isBlocked()) }
        }
        #expect(isBlocked())
    }
}
