import Glibc

/// A socket of another program that takes datagrams: a service manager's, or a journal's. Sending never waits.
package struct DatagramSocket {
    private let name: [UInt8]
    private let isAbstract: Bool

    /// - Parameter name: a path, or "@" and an abstract name. Nil if it is neither, or too long.
    package init?(_ name: String) {
        let bytes = Array(name.utf8)
        guard name.hasPrefix("/") || name.hasPrefix("@"), bytes.count > 1,
            bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        isAbstract = name.hasPrefix("@")
        // An abstract name has a zero before it, and none behind it: its length counts.
        self.name = isAbstract ? [0] + bytes.dropFirst() : bytes + [0]
    }

    /// Returns false if nobody takes it.
    @discardableResult
    package func send(_ text: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + name.count
        let bytes = Array(text.utf8)
        let count = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address,
                    socklen_t(length))
            }
        }
        return count == bytes.count
    }
}
