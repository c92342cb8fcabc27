import Glibc
import LinuxDevices

/// The system calls of UNIX sockets. Those that can fail go through the choke point, where a test makes them fail;
/// those that only tidy up (unlink, chmod, fcntl, close) are called directly.
enum LocalSocket {
    /// Creates a non-blocking socket that listens at the path, for its owner and group.
    static func listen(at path: String) throws(SocketError) -> Int32 {
        var address = try self.address(path)
        let descriptor = try make(path)
        do throws(SocketError) {
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            try removeStale(path)
            // Set before bind: the file never has more than its socket's mode (unix(7)), so nobody else can connect in
            // between. A umask would apply to all threads: a file that another thread creates at that moment would get
            // a wrong mode.
            fchmod(descriptor, 0o660)
            try call("bind", path) { withAddress(&address) { Glibc.bind(descriptor, $0, size) } }
            // The process's own umask may have removed the group's permission.
            chmod(path, 0o660)
            do throws(SocketError) {
                try call("listen", path) { Glibc.listen(descriptor, 16) }
            } catch {
                unlink(path)
                throw error
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Connects to a running `run`; the connection blocks.
    /// - Parameter flags: of the socket; with SOCK_NONBLOCK a listener whose queue is full answers EAGAIN.
    static func connect(to path: String, flags: UInt32 = 0) throws(SocketError) -> Int32 {
        var address = try self.address(path)
        let descriptor = try make(path, flags: flags, attempt: "reach")
        do throws(SocketError) {
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            try call("connect", path, attempt: "reach") {
                withAddress(&address) { Glibc.connect(descriptor, $0, size) }
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The next waiting connection; nil if there is none. A connection that was given up already is skipped.
    /// - Throws: `SystemError` if the machine cannot accept it, for example for want of a descriptor or of memory. The
    ///   connection keeps waiting, so an immediate retry would repeat for ever.
    static func accept(_ listener: Int32) throws(SystemError) -> Int32? {
        while true {
            do throws(SystemError) {
                // `Kernel` repeats the call after EINTR.
                let accepted = try Kernel.library("accept") { Int(result(Glibc.accept(listener, nil, nil))) }
                // Swift's Glibc has no accept4. Between the two calls, nothing in this program forks.
                let descriptor = Int32(accepted)
                _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                return descriptor
            } catch {
                switch error.code {
                case EAGAIN: return nil
                case ECONNABORTED: continue
                default: throw error
                }
            }
        }
    }

    /// Reads the available bytes. Nil if the other side is gone, empty if there are none now.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do throws(SystemError) {
            let count = try Kernel.library("recv") {
                Int(result(recv(descriptor, buffer.baseAddress, buffer.count, 0)))
            }
            return count == 0 ? nil : count
        } catch {
            return error.code == EAGAIN ? 0 : nil
        }
    }

    /// Writes as much as possible without waiting. Nil if the other side is gone.
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
        do throws(SystemError) {
            let flags = Int32(MSG_NOSIGNAL)
            return try Kernel.library("send") { Int(result(send(descriptor, bytes.baseAddress, bytes.count, flags))) }
        } catch {
            return error.code == EAGAIN ? 0 : nil
        }
    }

    /// The process at the other end (SO_PEERCRED, unix(7)); nil if the kernel does not tell.
    static func process(at descriptor: Int32) -> Int32? {
        // struct ucred, which the C library shows to programs with GNU extensions only.
        var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, credentials.pid > 0 else {
            return nil
        }
        return credentials.pid
    }

    /// Removes the socket file of a `run` that has ended; a socket that accepts a connection belongs to a running one.
    private static func removeStale(_ path: String) throws(SocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError(attempt: "listen at", path, EEXIST) }
        do throws(SocketError) {
            // Non-blocking: a process that is stopped or busy does not answer, and waiting for it could take for ever.
            close(try connect(to: path, flags: SOCK_NONBLOCK.rawValue))
        } catch {
            switch error.code {
            case ECONNREFUSED:
                unlink(path)
                return
            case EAGAIN: break
            default: throw error
            }
        }
        throw SocketError(attempt: "listen at", path, EADDRINUSE)
    }

    private static func make(
        _ path: String, flags: UInt32 = SOCK_NONBLOCK.rawValue, attempt: String = "listen at"
    ) throws(SocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags)
        return Int32(try call("socket", path, attempt: attempt) { Glibc.socket(AF_UNIX, type, 0) })
    }

    private static func address(_ path: String) throws(SocketError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard !bytes.isEmpty, bytes.count <= room else { throw SocketError(attempt: "use", path, ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func withAddress(
        _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    @discardableResult
    private static func call(
        _ name: StaticString, _ path: String, attempt: String = "listen at", _ body: () -> Int32
    ) throws(SocketError) -> Int {
        do throws(SystemError) {
            return try Kernel.library(name) { Int(result(body())) }
        } catch {
            throw SocketError(attempt: attempt, path, error.code)
        }
    }

    /// The result, or the negative errno.
    private static func result<Value: SignedInteger>(_ value: Value) -> Value {
        value < 0 ? Value(-errno) : value
    }
}

/// An error of the control socket.
public struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
    public var attempt: String
    public var path: String
    /// The errno.
    public var code: Int32

    init(attempt: String, _ path: String, _ code: Int32) {
        self.attempt = attempt
        self.path = path
        self.code = code
    }

    public var description: String {
        "cannot \(attempt) the socket \(path): \(String(cString: strerror(code)).lowercased()). \(remedy)"
    }

    private var remedy: String {
        switch code {
        case ENOENT where attempt == "reach", ECONNREFUSED: "Start \"tapfocus run\", or name its socket with --socket."
        case EACCES, EPERM: "Use the user or the group that \"tapfocus run\" runs as, or another path (--socket)."
        case EADDRINUSE: "Another \"tapfocus run\" is listening there: end it, or choose another path (--socket)."
        case EEXIST: "Something else is there that is no socket: choose another path (--socket)."
        case ENAMETOOLONG: "A socket's path has 1 to 107 bytes: choose another (--socket)."
        case ENOENT: "The folder must exist: choose another path (--socket)."
        default: "Choose another path (--socket)."
        }
    }
}
