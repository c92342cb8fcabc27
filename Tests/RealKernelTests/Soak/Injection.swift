import SimulatedDevices

/// A system call that fails once in each thread: the N-th of its kind, as strace counts.
struct Injection: CustomStringConvertible {
    /// The same number gives the same injection.
    let number: UInt64
    let call: String
    let error: String
    let count: Int
    /// Only calls on this file count; nil for all files.
    let path: String?

    private static let errors = ["EIO", "ENODEV", "EINTR", "ENOMEM"]
    /// Calls that `run` makes repeatedly.
    private static let frequent = [
        "ioctl", "ioctl", "ioctl", "openat", "read", "read", "write", "write", "epoll_wait", "epoll_ctl", "poll",
        "close",
        "recvmsg", "readlink", "getdents64", "fstat", "newfstatat", "timerfd_settime",
    ]
    /// Calls that it makes a few times.
    private static let rare = [
        "timerfd_create", "epoll_create1", "eventfd2", "signalfd4", "socket", "bind", "listen", "accept4", "sendto",
        "setsockopt", "lseek", "fcntl", "flock", "access", "mkdir", "unlink", "rename", "fsync", "clone3", "mmap",
    ]

    init(number: UInt64) {
        self.number = number
        var random = SplitMix64(seed: number)
        let isFrequent = Int.random(in: 0..<10, using: &random) < 7
        let (calls, most) = isFrequent ? (Self.frequent, 100) : (Self.rare, 4)
        call = calls.randomElement(using: &random) ?? "ioctl"
        error = Self.errors.randomElement(using: &random) ?? "EIO"
        // Most kinds are called at the beginning.
        count = Int.random(in: 1...(Bool.random(using: &random) ? most : min(most, 12)), using: &random)
        // The language cannot do without its own memory, but frames of a camera can fail to be mapped.
        path = call == "mmap" ? "/dev/video0" : nil
    }

    var description: String { "\(call):error=\(error):when=\(count)" }

    /// The arguments of strace. With -D strace runs in the other process, so signals and the exit status are those of
    /// the program.
    func command(log: String) -> [String] {
        var words = ["/usr/bin/strace", "-D", "-f", "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(self)"]
        if let path { words += ["-P", path] } else { words.append("--seccomp-bpf") }
        return words
    }
}
