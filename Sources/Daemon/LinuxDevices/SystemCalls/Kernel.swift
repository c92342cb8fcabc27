import CLinux
import Glibc

// The choke point is part of this module's interface.
@_exported import LinuxSystem

extension Kernel {
    /// Calls a C library function that returns a pointer, or nil with errno set.
    static func pointer(_ name: StaticString, _ real: () -> OpaquePointer?) throws(SystemError) -> OpaquePointer {
        if case .failed(let code)? = Interposition.current?.answer(.library(name: "\(name)")) {
            throw SystemError(code)
        }
        Glibc.errno = 0
        if let pointer = real() { return pointer }
        let error = SystemError.current
        throw error.code == 0 ? SystemError(ENOMEM) : error
    }

    /// Releases the file behind a descriptor. The number itself stays taken, because a library closes it later: it
    /// leads to /dev/null. If /dev/null cannot be opened, the number is closed.
    static func release(_ descriptor: Int32) {
        guard let nowhere = try? open("/dev/null", O_RDWR | O_CLOEXEC) else { return close(descriptor) }
        dup2(nowhere.rawValue, descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        nowhere.close()
    }

    static func open(_ path: String, _ flags: Int32) throws(SystemError) -> OwnedDescriptor {
        let fd = try request(.open(path: path, flags: flags)) { Int(Glibc.open(path, flags)) }
        return OwnedDescriptor(Int32(truncatingIfNeeded: fd))
    }

    /// The real close is always made, even if an interposer answers: no descriptor may leak, not even in tests.
    static func close(_ fd: Int32) {
        _ = Interposition.current?.answer(.close(fd: fd))
        _ = Glibc.close(fd)
    }

    static func read(_ fd: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        return try request(.read(fd: fd, buffer: base, count: buffer.count)) {
            Glibc.read(fd, base, buffer.count)
        }
    }

    /// Returns the number of bytes written, which may be fewer than given.
    @discardableResult
    static func write(_ fd: Int32, _ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        return try request(.write(fd: fd, buffer: base, count: buffer.count)) {
            Glibc.write(fd, base, buffer.count)
        }
    }

    static func ioctl(_ fd: Int32, _ number: UInt, _ argument: UnsafeMutableRawPointer) throws(SystemError) {
        try request(.ioctl(fd: fd, request: number, argument: argument)) {
            Int(tapfocus_ioctl(fd, number, argument))
        }
    }

    /// Makes an ioctl on a structure that lives in Swift.
    static func ioctl<Argument>(_ fd: Int32, _ number: UInt, _ argument: inout Argument) throws(SystemError) {
        try withUnsafeMutablePointer(to: &argument) { (pointer) throws(SystemError) in
            try ioctl(fd, number, UnsafeMutableRawPointer(pointer))
        }
    }

    /// True if this user may use the file in that mode (R_OK, W_OK, F_OK).
    static func mayAccess(_ path: String, _ mode: Int32) -> Bool {
        (try? request(.access(path: path, mode: mode)) { Int(Glibc.access(path, mode)) }) != nil
    }
}

extension Kernel {
    /// The status of the open file; nil if the kernel does not answer.
    static func status(of fd: Int32) -> stat? {
        var status = stat()
        return (try? call("fstat") { fstat(fd, &status) }) == nil ? nil : status
    }

    /// The status of the file at a path; nil if there is no file.
    static func status(at path: String) -> stat? {
        var status = stat()
        return (try? request(.pathStatus(path: path)) { Int(stat(path, &status)) }) == nil ? nil : status
    }

    /// The text of a file, up to 4 KiB, which is the most that sysfs gives; nil if it cannot be read.
    static func text(of path: String) -> String? {
        guard let file = try? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let fd = file.rawValue
        let count = bytes.withUnsafeMutableBytes { try? read(fd, $0) }
        file.close()
        return count.map { String(decoding: bytes.prefix(max($0, 0)), as: UTF8.self) }
    }

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

    /// Starts a detached thread, whose calls go through `interposer` too. The thread releases `body`'s captures.
    package static func startThread(
        _ interposer: (any SystemCallInterposer)?, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let argument = Unmanaged.passRetained(ThreadBody(interposer, body))
        do throws(SystemError) {
            // It returns the errno.
            try library("pthread_create") {
                var thread = pthread_t()
                let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
                    guard let argument else { return nil }
                    let body = Unmanaged<ThreadBody>.fromOpaque(argument)
                    let interposer = body.takeUnretainedValue().interposer
                    Interposition.with(interposer) { body.takeRetainedValue().run() }
                    return nil
                }
                return -Int(pthread_create(&thread, &attributes, run, argument.toOpaque()))
            }
        } catch {
            argument.release()
            throw error
        }
    }
}

private final class ThreadBody {
    let interposer: (any SystemCallInterposer)?
    let run: @Sendable () -> Void

    init(_ interposer: (any SystemCallInterposer)?, _ run: @escaping @Sendable () -> Void) {
        self.interposer = interposer
        self.run = run
    }
}
