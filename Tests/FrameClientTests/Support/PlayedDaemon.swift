import Foundation
import Glibc
import Testing

/// The other side of the control socket, played by a test.
final class PlayedDaemon {
    let path: String
    private var listener: Int32 = -1
    private var connection: Int32 = -1
    private var received: [UInt8] = []

    static func makePath() -> String {
        // A socket's path has to be short.
        NSTemporaryDirectory() + "tf-\(UInt32.random(in: 0 ... .max)).sock"
    }

    init(path: String = makePath()) throws {
        self.path = path
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0 && listen(listener, 4) == 0)
    }

    deinit {
        end()
    }

    /// Closes everything, as at the end of the process.
    func end() {
        hangUp()
        if listener >= 0 {
            close(listener)
            unlink(path)
        }
        listener = -1
    }

    /// Takes the connection that waits.
    func accept() throws {
        try #require(Self.waits(listener), "nobody has connected")
        connection = Glibc.accept(listener, nil, nil)
        try #require(connection >= 0)
    }

    func hangUp() {
        if connection >= 0 { close(connection) }
        connection = -1
        received = []
    }

    func send(_ line: String) { send(Array((line + "\n").utf8)) }

    /// Sends bytes as they are; as many as the client's side takes.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// The next line that the client has sent; nil when none comes within the time in ms, or it has hung up.
    func nextLine(within time: Int32 = 2000) -> String? {
        while true {
            if let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...feed) }
                return String(decoding: received[..<feed], as: UTF8.self)
            }
            guard Self.waits(connection, time) else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }

    /// The lines that are there already.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = nextLine(within: 0) { lines.append(line) }
        return lines
    }

    private static func waits(_ descriptor: Int32, _ time: Int32 = 2000) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, time) > 0
    }
}
