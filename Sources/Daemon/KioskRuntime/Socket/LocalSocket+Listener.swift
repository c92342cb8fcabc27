import ControlSocket
import Glibc
import LinuxSystem

extension LocalSocket {
    /// Creates a non-blocking socket that listens at the path, for its owner and group.
    static func listen(at path: String) throws(SocketError) -> Int32 {
        do throws(SocketError) {
            return try begin(path)
        } catch {
            throw error.advised()
        }
    }

    private static func begin(_ path: String) throws(SocketError) -> Int32 {
        var address = try self.address(path)
        let descriptor = try make(path)
        do throws(SocketError) {
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            try removeStale(path)
            // Set before bind: the file never has more than its socket's mode (unix(7)), so nobody else can connect in
            // between. A umask would apply to all threads: another one might create a file at that moment.
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
                let descriptor = try Kernel.call("accept") { Glibc.accept(listener, nil, nil) }
                // Swift's Glibc has no accept4. Between the two calls, nothing in this program forks.
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

    /// Removes the socket file of a `run` that has ended; a socket that accepts a connection belongs to a running one.
    private static func removeStale(_ path: String) throws(SocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError(attempt: "listen at", path, EEXIST) }
        var owner = status.st_uid
        do throws(SocketError) {
            // Non-blocking: a process that is stopped or busy does not answer, and waiting for it could take for ever.
            let descriptor = try connect(to: path, flags: SOCK_NONBLOCK.rawValue)
            if let peer = try? Self.peer(of: descriptor) { owner = peer.user }
            close(descriptor)
        } catch {
            switch error.code {
            case ECONNREFUSED:
                // In a temporary folder nobody can remove another user's file.
                guard unlink(path) != 0, isForeign(owner) else { return }
            case EACCES where isForeign(owner): break
            case EAGAIN: break
            default: throw error
            }
        }
        throw SocketError(attempt: "listen at", path, EADDRINUSE, owner: isForeign(owner) ? owner : nil)
    }

    private static func isForeign(_ owner: UInt32) -> Bool { !SocketSurroundings.present.trusts(owner) }
}
