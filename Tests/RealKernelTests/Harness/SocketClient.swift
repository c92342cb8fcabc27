import Foundation

/// A client of the control socket that may send anything, even nonsense.
final class SocketClient {
    private let descriptor: Int32
    private let answers: LineCollector
    private var answersRead = 0

    /// Tries to connect until a server listens.
    init(_ path: String, within seconds: Double = 10) throws {
        let deadline = Clock.now + Clock.nanoseconds(seconds)
        while true {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            if Self.connect(descriptor, path) {
                self.descriptor = descriptor
                answers = LineCollector(reading: dup(descriptor))
                return
            }
            close(descriptor)
            guard Clock.now < deadline else { throw HarnessError("nobody listens at \(path)") }
            usleep(20_000)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    func send(_ line: String) throws {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw HarnessError("the socket takes nothing: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// The next line.
    func line(within seconds: Double) throws -> Record {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let line = answers.wait(from: answersRead, until: deadline, for: \.first)
        guard let record = line.flatMap(Record.init) else {
            throw HarnessError("no JSON object through the socket in \(seconds) s, but: \(line ?? "nothing")")
        }
        answersRead += 1
        return record
    }

    private static func connect(_ descriptor: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix(107)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) == 0 }
        }
    }
}
