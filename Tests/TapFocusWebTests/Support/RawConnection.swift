import Foundation
import Glibc

/// A TCP connection to loopback that does not block, and may misbehave.
final class RawConnection {
    let descriptor: Int32
    private(set) var received: [UInt8] = []
    /// True when the other side has closed the connection.
    private(set) var isClosed = false

    /// - Parameter receiveBuffer: the size of the kernel's buffer; nil: as usual.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw RigFailure("no descriptor: \(errno)") }
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw RigFailure("cannot connect to port \(port): \(errno)") }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Writes as much as fits. Returns nil when the other side has closed the connection.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        return count >= 0 ? count : errno == EAGAIN ? 0 : nil
    }

    /// Writes all bytes, as long as the other side takes them.
    func send(_ bytes: [UInt8], _ rig: WebRig) throws {
        var rest = bytes[...]
        try rig.wait("the other side to read") {
            guard let count = write(rest) else { return true }
            rest = rest.dropFirst(count)
            return rest.isEmpty
        }
    }

    /// Reads what is there. Returns true when the other side has closed the connection.
    @discardableResult
    func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isClosed {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN { break }
            if count <= 0 { isClosed = true } else { received += buffer.prefix(count) }
        }
        return isClosed
    }

    func removeFirst(_ count: Int) { received.removeFirst(count) }
}

/// An answer of HTTP.
struct HTTPAnswer {
    var status = 0
    /// By their names in small letters.
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    init(_ bytes: [UInt8]) {
        let feeds = Array("\r\n\r\n".utf8)
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: feeds) }) else { return }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        body = Array(bytes[(end + 4)...])
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
