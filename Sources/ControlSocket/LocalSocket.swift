import Glibc
import LinuxSystem

/// The system calls of UNIX sockets. Those that can fail go through the choke point, where a test makes them fail;
/// those that only tidy up (unlink, chmod, fcntl, close) are called directly. The listener's are in KioskRuntime.
package enum LocalSocket {
    /// Connects to a running `run`; the connection blocks.
    /// - Parameter flags: of the socket; with SOCK_NONBLOCK a listener whose queue is full answers EAGAIN.
    package static func connect(to path: String, flags: UInt32 = 0) throws(SocketError) -> Int32 {
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

    /// Reads the available bytes. Nil if the other side is gone, empty if there are none now.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
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
    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
        do throws(SystemError) {
            let flags = Int32(MSG_NOSIGNAL)
            return try Kernel.library("send") { Int(result(send(descriptor, bytes.baseAddress, bytes.count, flags))) }
        } catch {
            return error.code == EAGAIN ? 0 : nil
        }
    }

    package static func make(
        _ path: String, flags: UInt32 = SOCK_NONBLOCK.rawValue, attempt: String = "listen at"
    ) throws(SocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags)
        return Int32(try call("socket", path, attempt: attempt) { Glibc.socket(AF_UNIX, type, 0) })
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
    ) throws(SocketError) -> Int {
        do throws(SystemError) {
            return try Kernel.library(name) { Int(result(body())) }
        } catch {
            throw SocketError(attempt: attempt, path, error.code)
        }
    }

    /// The result, or the negative errno.
    package static func result<Value: SignedInteger>(_ value: Value) -> Value {
        value < 0 ? Value(-errno) : value
    }
}
