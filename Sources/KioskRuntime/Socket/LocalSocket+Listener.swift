import ControlSocket
import Glibc
import LinuxSystem

/// The listener's system calls.
extension LocalSocket {
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
}
