import Glibc
import LinuxSystem

/// The system calls of UNIX sockets. Those that can fail go through the choke point, where a test makes them fail;
/// those that only tidy up (unlink, chmod, fcntl, close) are called directly. The listener's are in KioskRuntime.
package enum LocalSocket {
    /// Connects to a running `run`; the connection blocks.
    /// - Parameter flags: of the socket; with SOCK_NONBLOCK a listener whose queue is full answers EAGAIN.
    package static func connect(to path: String, flags: UInt32 = 0) throws(SocketError) -> Int32 {
        var address = try self.address(path)
        let descriptor = try make(path, flags: flags, attempt: SocketError.reaching)
        do throws(SocketError) {
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            try call("connect", path, attempt: SocketError.reaching) {
                withAddress(&address) { Glibc.connect(descriptor, $0, size) }
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Connects to a running `run`. Where every user can make a socket, that of another user is refused.
    package static func connect(to place: SocketPlace, flags: UInt32 = 0) throws(SocketError) -> Int32 {
        do throws(SocketError) {
            let descriptor = try connect(to: place.path, flags: flags)
            guard place.isOpenToAll else { return descriptor }
            do throws(SocketError) {
                try check(descriptor, place.path)
                return descriptor
            } catch {
                close(descriptor)
                throw error
            }
        } catch {
            throw place.isStandard ? error.advised() : error
        }
    }

    private static func check(_ descriptor: Int32, _ path: String) throws(SocketError) {
        let owner: UInt32
        do throws(SystemError) {
            owner = try peer(of: descriptor).user
        } catch {
            throw SocketError(attempt: "learn the owner of", path, error.code)
        }
        guard SocketSurroundings.present.trusts(owner) else {
            throw SocketError(attempt: SocketError.reaching, path, EACCES, owner: owner)
        }
    }

    /// Returns the process and the user at the other end (SO_PEERCRED, unix(7)). A client gets the process that called listen.
    package static func peer(of descriptor: Int32) throws(SystemError) -> (process: Int32, user: UInt32) {
        // struct ucred, which the C library shows to programs with GNU extensions only.
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        try Kernel.call("getsockopt") { getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) }
        return (credentials.process, credentials.user)
    }

    /// Reads the available bytes. Nil if the other side is gone, empty if there are none now.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do throws(SystemError) {
            let count = try Kernel.call("recv") { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
            return count == 0 ? nil : count
        } catch {
            return error.code == EAGAIN ? 0 : nil
        }
    }

    /// Writes as much as possible without waiting. Nil if the other side is gone.
    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
        do throws(SystemError) {
            let flags = Int32(MSG_NOSIGNAL)
            return try Kernel.call("send") { send(descriptor, bytes.baseAddress, bytes.count, flags) }
        } catch {
            return error.code == EAGAIN ? 0 : nil
        }
    }

    package static func make(
        _ path: String, flags: UInt32 = SOCK_NONBLOCK.rawValue, attempt: String = "listen at"
    ) throws(SocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags)
        return try call("socket", path, attempt: attempt) { Glibc.socket(AF_UNIX, type, 0) }
    }

    package static func address(_ path: String) throws(SocketError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard !bytes.isEmpty, bytes.count <= room else { throw SocketError(attempt: "use", path, ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    package static func withAddress(
        _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    @discardableResult
    package static func call(
        _ name: StaticString, _ path: String, attempt: String = "listen at", _ body: () -> Int32
    ) throws(SocketError) -> Int32 {
        do throws(SystemError) {
            return try Kernel.call(name, body)
        } catch {
            throw SocketError(attempt: attempt, path, error.code)
        }
    }
}
