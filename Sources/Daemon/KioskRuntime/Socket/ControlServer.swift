import FocusCore
import Glibc
import LinuxDevices
import RequestNames

/// Serves the control socket: requests in, JSON lines out. It knows nothing of focus.
final class ControlServer {
    /// Identifies a client; never reused.
    typealias ClientID = UInt64

    /// Limit of unsent bytes of a client, which is disconnected then: a slow reader must not fill memory.
    private static let unsentLimit = 1 << 20
    /// Limit of clients, because each needs a descriptor. Another client has to leave before a further one can come.
    private static let clientLimit = 64

    private let listener: ControlListener
    private let loop: EventLoop
    private var clients: [ClientID: ControlClient] = [:]
    private var lastClient: ClientID = 0
    /// Counts the events of clients, to find the one that was silent for longest.
    private var lastHeard: UInt64 = 0
    private var isClosed = false
    private let handler: (ControlRequest, ClientID) -> Void
    /// Called when a client's connection has closed, by either side.
    var clientLeft: (ClientID) -> Void = { _ in }
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)

    /// - Parameter handler: called with each request; it answers through `send`.
    init(path: String, loop: EventLoop, handler: @escaping (ControlRequest, ClientID) -> Void) throws {
        self.loop = loop
        self.handler = handler
        listener = try ControlListener(path: path, loop: loop)
        try listener.begin { [unowned self] in admit($0) }
    }

    deinit { buffer.deallocate() }

    /// Disconnects all clients and removes the socket. A second call does nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for id in clients.keys { drop(id) }
        listener.close()
    }

    func beginWatching(_ id: ClientID) { clients[id]?.isWatching = true }

    /// Answers a client's request, if the client is still connected.
    func send(_ line: [UInt8], to id: ClientID) {
        guard let client = clients[id] else { return }
        client.owed = max(client.owed - 1, 0)
        put(line, id, client)
    }

    func sendUnasked(_ line: [UInt8], to id: ClientID) {
        if let client = clients[id] { put(line, id, client) }
    }

    func isConnected(_ id: ClientID) -> Bool { clients[id] != nil }

    /// The client holds a camera's frames and keeps its place, or does not any more.
    func setHolding(_ isHolding: Bool, _ id: ClientID) {
        clients[id]?.isHolding = isHolding
        clients[id]?.hasFrameError = false
    }

    /// Sends a client what is wrong with its frames: once, because its next frame will have the same fault.
    func complainOfFrame(_ message: String, to id: ClientID) {
        guard let client = clients[id], !client.hasFrameError else { return }
        client.hasFrameError = true
        put(Self.error(message, answering: .frame), id, client)
    }

    /// The process at the other end of a client's connection; nil if it is not known.
    func process(of id: ClientID) -> Int32? {
        let peer = clients[id].flatMap { try? LocalSocket.peer(of: $0.descriptor) }
        return peer.flatMap { $0.process > 0 ? $0.process : nil }
    }

    /// Sends a line to all clients that watch.
    /// - Parameter asker: a client that gets it in another line.
    func sendToWatchers(_ line: [UInt8], besides asker: ClientID? = nil) {
        for (id, client) in clients where client.isWatching && id != asker { put(line, id, client) }
    }

    private func put(_ line: [UInt8], _ id: ClientID, _ client: ControlClient) {
        client.unsent.append(contentsOf: line)
        flush(id, client)
    }

    var hasWatchers: Bool { clients.values.contains { $0.isWatching } }

    private func admit(_ descriptor: Int32) {
        guard makeRoom() else {
            return turnAway(descriptor, because: "all places are taken by clients that watch. Ask again later.")
        }
        lastClient += 1
        let id = lastClient
        clients[id] = ControlClient(descriptor: descriptor, heard: nextHeard())
        do {
            try loop.add(descriptor, .readable) { [unowned self] readiness in serve(id, readiness) }
        } catch {
            drop(id)
        }
    }

    /// Returns true if there is a place for one more client. Silent clients must not keep out one that has a request.
    private func makeRoom() -> Bool {
        guard clients.count >= Self.clientLimit else { return true }
        let candidates = clients.compactMap { id, client in client.evictionRank.map { (id: id, $0) } }
        guard let idlest = candidates.min(by: { $0.1 < $1.1 }) else { return false }
        refuse("this connection's place is needed for another client. Connect again.", idlest.id)
        drop(idlest.id)
        return true
    }

    /// Sends the reason, as far as it can be sent at once, and closes the connection.
    private func turnAway(_ descriptor: Int32, because message: String) {
        _ = Self.error(message, answering: nil).withUnsafeBytes { LocalSocket.write(descriptor, $0) }
        Glibc.close(descriptor)
    }

    private func nextHeard() -> UInt64 {
        lastHeard += 1
        return lastHeard
    }

    private func serve(_ id: ClientID, _ readiness: EventLoop.Events) {
        guard let client = clients[id] else { return }
        if readiness.contains(.writable) { flush(id, client) }
        guard clients[id] != nil, readiness.contains(.readable) || readiness.isGone else { return }
        guard !client.hasEnded else { return readiness.isGone ? drop(id) : () }
        guard let count = LocalSocket.read(client.descriptor, into: buffer) else {
            return readiness.isGone ? drop(id) : end(id, client)
        }
        client.lastHeard = nextHeard()
        client.lines.append(buffer.prefix(count))
        while let line = client.lines.next() {
            handle(line, id)
            guard clients[id] != nil else { return }
        }
    }

    /// The client will send no more: the rest is its last line. It is disconnected after its answers.
    private func end(_ id: ClientID, _ client: ControlClient) {
        client.hasEnded = true
        if let line = client.lines.last() { handle(line, id) }
        if clients[id] != nil { flush(id, client) }
    }

    private func handle(_ line: RequestLines.Line, _ id: ClientID) {
        guard case .whole(let bytes) = line else { return refuse(RequestName.tooLong, id) }
        do throws(ControlRequest.Refusal) {
            let request = try ControlRequest(line: bytes)
            if request.isAnswered { clients[id]?.owed += 1 }
            clients[id]?.hasAsked = true
            handler(request, id)
        } catch {
            if error.request == .frame { return complainOfFrame(error.message, to: id) }
            refuse(error.message, id, answering: error.request, tap: error.tap)
        }
    }

    private func refuse(
        _ message: String, _ id: ClientID, answering request: RequestName? = nil, tap: TapID? = nil
    ) {
        sendUnasked(Self.error(message, answering: request, tap: tap), to: id)
    }

    /// An error object.
    /// - Parameters:
    ///   - request: the request that it answers; nil if it answers none that is known.
    ///   - tap: the client's id of the tap that it is about.
    static func error(_ message: String, answering request: RequestName?, tap: TapID? = nil) -> [UInt8] {
        Announcement.error(message, tap: tap).line(at: MonotonicClock.now(), answering: request)
    }

    private func flush(_ id: ClientID, _ client: ControlClient) {
        while !client.unsent.isEmpty {
            let written = client.unsent.withUnsafeBytes { LocalSocket.write(client.descriptor, $0) }
            guard let written else { return drop(id) }
            guard written > 0 else { break }
            client.unsent.removeFirst(written)
        }
        guard client.unsent.count <= Self.unsentLimit else { return drop(id) }
        guard !client.isDone else { return drop(id) }
        do {
            try loop.add(client.descriptor, client.interest) { [unowned self] readiness in serve(id, readiness) }
        } catch {
            drop(id)
        }
    }

    private func drop(_ id: ClientID) {
        guard let client = clients.removeValue(forKey: id) else { return }
        loop.remove(client.descriptor)
        Glibc.close(client.descriptor)
        guard !isClosed else { return }
        listener.endPause()
        clientLeft(id)
    }
}
