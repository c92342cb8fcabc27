import Glibc
import LinuxSystem

/// The client's side of the control socket. It blocks, for a limited time if that is asked for.
public final class KioskClient {
    private let descriptor: Int32
    private let path: String
    private var received: [UInt8] = []
    private let longestWait: Int32?

    /// - Parameter longestWait: for each part of an answer, in milliseconds; nil: it may take any time.
    /// - Throws: `SocketError` if no server listens there, or this user may not connect or should not trust it; its code is EAGAIN if
    ///   the wait is limited and the server accepts nobody.
    public init(_ place: SocketPlace, longestWait: Int32? = nil) throws(SocketError) {
        path = place.path
        self.longestWait = longestWait
        descriptor = try LocalSocket.connect(to: place, flags: longestWait == nil ? 0 : SOCK_NONBLOCK.rawValue)
    }

    deinit { close(descriptor) }

    /// Sends a request, a line with its line feed; `nextLine` returns the answers.
    public func send(line: [UInt8]) throws(SocketError) {
        var rest = line[...]
        while !rest.isEmpty {
            guard let count = rest.withUnsafeBytes({ LocalSocket.write(descriptor, $0) }), count > 0 else {
                throw SocketError(attempt: "write to", path, EPIPE)
            }
            rest.removeFirst(count)
        }
    }

    /// The next line, without its line feed; nil if the server has closed the connection.
    /// - Parameter output: the file that lines are written to. It is watched while no line arrives.
    /// - Throws: `OutputError` if nobody reads `output` any more.
    public func nextLine(whileRead output: Int32) throws(OutputError) -> [UInt8]? {
        while StandardOutput.isPipe(output), !received.contains(UInt8(ascii: "\n")) {
            let events = Kernel.wait([(descriptor, POLLIN), (output, 0)], timeout: -1)
            // If polling both fails, only the server's next line is awaited.
            guard let event = events.first else { break }
            guard !StandardOutput.hasLostReader(output) else { throw .readerGone }
            if event != 0 { break }
        }
        return nextLine()
    }

    /// The next line, without its line feed; nil if the server has closed the connection, or a limited wait is over.
    public func nextLine() -> [UInt8]? {
        while true {
            if let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(received[..<feed])
                received.removeSubrange(...feed)
                return line
            }
            if let longestWait {
                let events = Kernel.wait([(descriptor, POLLIN)], timeout: longestWait)
                guard let event = events.first, event != 0 else { return nil }
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            guard let count = buffer.withUnsafeMutableBytes({ LocalSocket.read(descriptor, into: $0) }), count > 0
            else { return nil }
            received.append(contentsOf: buffer.prefix(count))
        }
    }
}
