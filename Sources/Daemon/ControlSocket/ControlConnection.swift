import Glibc

/// A client's connection to the control socket that never waits: its owner polls the descriptor.
public final class ControlConnection {
    /// The result of sending a line.
    public enum Sending: Equatable, Sendable {
        case sent
        /// The daemon does not read, and the queue of unsent bytes is full.
        case full
        case lost
    }

    /// The limit of unsent bytes.
    public static let unsentLimit = 262_144
    /// The longest line that is received, in bytes; the daemon's are far shorter. 1 MiB.
    public static let longestLine = 1 << 20

    public let descriptor: Int32
    private var received: [UInt8] = []
    private var unsent: [UInt8] = []

    /// - Throws: `SocketError` if no server listens there, it is too busy, or this user may not connect or should not trust it.
    public init(_ place: SocketPlace) throws(SocketError) {
        descriptor = try LocalSocket.connect(to: place, flags: SOCK_NONBLOCK.rawValue)
    }

    deinit { close(descriptor) }

    /// True while bytes wait for the descriptor to be writable.
    public var hasUnsent: Bool { !unsent.isEmpty }

    /// Sends a line, or keeps it until it can be sent: all of it, or nothing.
    /// - Parameter line: without a line feed.
    public func send(_ line: UnsafeRawBufferPointer) -> Sending {
        guard unsent.count + line.count < Self.unsentLimit else { return .full }
        unsent.append(contentsOf: line)
        unsent.append(UInt8(ascii: "\n"))
        return flush() ? .sent : .lost
    }

    /// Writes as much as can be written. Returns false when the connection is lost.
    public func flush() -> Bool {
        while !unsent.isEmpty {
            guard let count = unsent.withUnsafeBytes({ LocalSocket.write(descriptor, $0) }) else { return false }
            guard count > 0 else { break }
            unsent.removeFirst(count)
        }
        return true
    }

    /// Reads once, and hands on whole lines without their line feeds. Returns false when the connection is lost, or a line too long.
    public func receive(_ take: ([UInt8]) -> Void) -> Bool {
        let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
            LocalSocket.read(descriptor, into: buffer).map { count in
                received.append(contentsOf: buffer.prefix(count))
                return count
            }
        }
        guard let count else { return false }
        var start = 0
        var searched = received.count - count
        while let feed = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            take(Array(received[start..<feed]))
            start = feed + 1
            searched = start
        }
        received.removeFirst(start)
        return received.count <= Self.longestLine
    }
}
