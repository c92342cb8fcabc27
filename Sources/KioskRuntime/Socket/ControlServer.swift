import FocusCore
import Foundation
import Glibc
import LinuxDevices

/// Serves the control socket: requests in, JSON lines out. It knows nothing of focus.
final class ControlServer {
    /// Tells clients apart; never used twice.
    typealias ClientID = UInt64

    private final class Client {
        let descriptor: Int32
        var received: [UInt8] = []
        /// Whether the rest of a line that was too long is being thrown away.
        var isSkipping = false
        var unsent: [UInt8] = []
        var isWatching = false

        init(descriptor: Int32) {
            self.descriptor = descriptor
        }
    }

    /// What a client may leave unread before it is let go. A slow reader must not fill memory.
    private static let mostUnsent = 1 << 20
    /// More at once are turned away: each costs a descriptor.
    private static let mostClients = 64

    private let path: String
    private let listener: Int32
    private let loop: EventLoop
    private var clients: [ClientID: Client] = [:]
    private var lastClient: ClientID = 0
    private var isClosed = false
    private let handler: (ControlRequest, ClientID) -> Void
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)

    /// - Parameter handler: called with each request; it answers with `send`.
    init(
        path: String, loop: EventLoop, handler: @escaping (ControlRequest, ClientID) -> Void
    ) throws {
        self.path = path
        self.loop = loop
        self.handler = handler
        listener = try LocalSocket.listen(at: path)
        do {
            try loop.add(listener, .readable) { [unowned self] _ in acceptClients() }
        } catch {
            Glibc.close(listener)
            unlink(path)
            throw error
        }
    }

    deinit {
        buffer.deallocate()
    }

    /// Lets all clients go and takes the socket away. A second time it does nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for id in clients.keys { drop(id) }
        loop.remove(listener)
        Glibc.close(listener)
        unlink(path)
    }

    /// From now on the client gets everything that is said.
    func beginWatching(_ id: ClientID) {
        clients[id]?.isWatching = true
    }

    /// Sends a line to one client, if it is still there.
    func send(_ line: [UInt8], to id: ClientID) {
        guard let client = clients[id] else { return }
        client.unsent.append(contentsOf: line)
        flush(id, client)
    }

    /// Sends a line to all that watch.
    func sendToWatchers(_ line: [UInt8]) {
        for (id, client) in clients where client.isWatching { send(line, to: id) }
    }

    var hasWatchers: Bool { clients.values.contains { $0.isWatching } }

    private func acceptClients() {
        while let descriptor = LocalSocket.accept(listener) {
            guard clients.count < Self.mostClients else {
                Glibc.close(descriptor)
                continue
            }
            lastClient += 1
            let id = lastClient
            clients[id] = Client(descriptor: descriptor)
            do {
                try loop.add(descriptor, .readable) { [unowned self] readiness in serve(id, readiness) }
            } catch {
                drop(id)
            }
        }
    }

    private func serve(_ id: ClientID, _ readiness: EventLoop.Readiness) {
        guard let client = clients[id] else { return }
        if readiness.contains(.writable) { flush(id, client) }
        guard readiness.contains(.readable) || readiness.isGone else { return }
        guard let count = LocalSocket.read(client.descriptor, into: buffer) else {
            drop(id)
            return
        }
        client.received.append(contentsOf: buffer.prefix(count))
        takeLines(id, client)
    }

    private func takeLines(_ id: ClientID, _ client: Client) {
        var start = 0
        while let feed = client.received[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = client.received[start..<feed]
            start = feed + 1
            if client.isSkipping {
                client.isSkipping = false
            } else {
                take(Data(line), id)
            }
            guard clients[id] != nil else { return }
        }
        client.received.removeFirst(start)
        guard client.received.count > ControlRequest.longestLine else { return }
        if !client.isSkipping { refuse("a request may have up to 64 KiB; this one has more.", id) }
        client.isSkipping = true
        client.received.removeAll()
    }

    private func take(_ line: Data, _ id: ClientID) {
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) else { return }
        guard line.count <= ControlRequest.longestLine else {
            return refuse("a request may have up to 64 KiB; this one has more.", id)
        }
        do throws(ControlRequest.Refusal) {
            handler(try ControlRequest(line: line), id)
        } catch {
            refuse(error.message, id)
        }
    }

    private func refuse(_ message: String, _ id: ClientID) {
        send(Self.error(message), to: id)
    }

    /// An error object.
    static func error(_ message: String) -> [UInt8] {
        var line = JSONLineBuilder()
        line.error(message, at: MonotonicClock.now())
        return line.bytes
    }

    private func flush(_ id: ClientID, _ client: Client) {
        while !client.unsent.isEmpty {
            let written = client.unsent.withUnsafeBytes { LocalSocket.write(client.descriptor, $0) }
            guard let written else { return drop(id) }
            guard written > 0 else { break }
            client.unsent.removeFirst(written)
        }
        guard client.unsent.count <= Self.mostUnsent else { return drop(id) }
        let interest: EventLoop.Interest = client.unsent.isEmpty ? .readable : [.readable, .writable]
        do {
            try loop.add(client.descriptor, interest) { [unowned self] readiness in serve(id, readiness) }
        } catch {
            drop(id)
        }
    }

    private func drop(_ id: ClientID) {
        guard let client = clients.removeValue(forKey: id) else { return }
        loop.remove(client.descriptor)
        Glibc.close(client.descriptor)
    }
}
