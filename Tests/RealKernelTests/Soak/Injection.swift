/// A system call that fails once in each thread: the N-th of its kind, as strace counts them.
struct Injection: CustomStringConvertible {
    /// The same number gives the same injection.
    let number: UInt64
    let call: String
    let error: String
    let count: Int
    /// Only calls on this file count; nil: all.
    let path: String?

    private static let errors = ["EIO", "ENODEV", "EINTR", "ENOMEM"]
    /// What `run` calls, by how much depends on it.
    private static let calls = [
        "ioctl", "ioctl", "ioctl", "openat", "openat", "read", "read", "write", "write", "epoll_wait", "epoll_ctl",
        "poll",
        "timerfd_settime", "timerfd_create", "epoll_create1", "eventfd2", "signalfd4", "socket", "bind", "listen",
        "accept4",
        "sendto", "recvmsg", "setsockopt", "close", "fstat", "newfstatat", "readlink", "readlinkat", "getdents64",
        "lseek",
        "fcntl", "flock", "access", "mkdir", "unlink", "rename", "fsync", "clone3", "mmap",
    ]

    init(number: UInt64) {
        self.number = number
        var random = SoakRandom(state: number)
        call = Self.calls.randomElement(using: &random) ?? "ioctl"
        error = Self.errors.randomElement(using: &random) ?? "EIO"
        // Most kinds are called a few times only; half of the counts are small.
        let most = Bool.random(using: &random) ? 10 : 100
        count = Int.random(in: 1...most, using: &random)
        // Memory that the language needs cannot be done without; that of a camera's frames can.
        path = call == "mmap" ? "/dev/video0" : nil
    }

    var description: String { "\(call):error=\(error):when=\(count)" }

    /// What strace is told. With -D it is the other process that strace runs in: signals and the exit status are those of
    /// the program.
    func command(log: String) -> [String] {
        var words = ["/usr/bin/strace", "-D", "-f", "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(self)"]
        if let path { words += ["-P", path] } else { words.append("--seccomp-bpf") }
        return words
    }
}
