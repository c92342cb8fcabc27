import FocusCore
import Foundation
import Glibc
import LinuxDevices

/// Serves the control socket: requests in, JSON lines out. It knows nothing of focus.
final class ControlServer {
    /// Identifies a client; never reused.
    typealias ClientID = UInt64

    /// Limit of unsent bytes of a client, which is disconnected then: a slow reader must not fill memory.
    private static let unsentLimit = 1 << 20
    /// Limit of clients, each of which costs a descriptor. For a further one another has to leave.
    private static let clientLimit = 64
    /// Limit of connections accepted before the present clients are read. A client that makes its request at once must
    /// not lose its place before it is read, however many others arrive.
    private static let acceptLimit = 16

    private let path: String
    private let listener: Int32
    private let loop: EventLoop
    private var clients: [ClientID: ControlClient] = [:]
    private var lastClient: ClientID = 0
    /// Counts the events of clients, to find the one that was silent for longest.
    private var lastHeard: UInt64 = 0
    private var isClosed = false
    /// True while no further clients are accepted.
    private var isPaused = false
    /// The time to accept again if no client leaves before.
    private var pause: TimerQueue<Int>?
    private let handler: (ControlRequest, ClientID) -> Void
    /// Called when a client's connection has closed, by either side.
    var clientLeft: (ClientID) -> Void = { _ in }
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)

    /// - Parameter handler: called with each request; it answers through `send`.
    init(
        path: String, loop: EventLoop, handler: @escaping (ControlRequest, ClientID) -> Void
    ) throws {
        self.path = path
        self.loop = loop
        self.handler = handler
        listener = try LocalSocket.listen(at: path)
        do {
            try listen()
        } catch {
            Glibc.close(listener)
            unlink(path)
            throw error
        }
    }

    private func listen() throws(DeviceError) {
        try loop.add(listener, .readable) { [unowned self] _ in acceptClients() }
    }

    deinit {
        buffer.deallocate()
    }

    /// Disconnects all clients and removes the socket. A second call does nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for id in clients.keys { drop(id) }
        endPause()
        loop.remove(listener)
        Glibc.close(listener)
        unlink(path)
    }

    /// The client gets all announcements from now on.
    func beginWatching(_ id: ClientID) {
        clients[id]?.isWatching = true
    }

    /// Answers a client's request, if the client is still connected.
    func send(_ line: [UInt8], to id: ClientID) {
        guard let client = clients[id] else { return }
        client.owed = max(client.owed - 1, 0)
        put(line, id, client)
    }

    /// Tells a client something that it has not asked for.
    func tell(_ line: [UInt8], to id: ClientID) {
        if let client = clients[id] { put(line, id, client) }
    }

    func isConnected(_ id: ClientID) -> Bool { clients[id] != nil }

    /// The client holds a camera's frames and keeps its place, or does not any more.
    func setHolding(_ isHolding: Bool, _ id: ClientID) {
        clients[id]?.isHolding = isHolding
        clients[id]?.hasHeardOfBadFrame = false
    }

    /// Tells a client what is wrong with its frames; once, because it sends the next one as it has sent this one.
    func complainOfFrame(_ message: String, to id: ClientID) {
        guard let client = clients[id], !client.hasHeardOfBadFrame else { return }
        client.hasHeardOfBadFrame = true
        put(Self.error(message, answering: .frame), id, client)
    }

    /// The process at the other end of a client's connection; nil if it cannot be told.
    func process(of id: ClientID) -> Int32? { clients[id].flatMap { LocalSocket.process(at: $0.descriptor) } }

    /// Sends a line to all clients that watch.
    func sendToWatchers(_ line: [UInt8]) {
        for (id, client) in clients where client.isWatching { put(line, id, client) }
    }

    private func put(_ line: [UInt8], _ id: ClientID, _ client: ControlClient) {
        client.unsent.append(contentsOf: line)
        flush(id, client)
    }

    var hasWatchers: Bool { clients.values.contains { $0.isWatching } }

    private func acceptClients() {
        do throws(SystemError) {
            try acceptAll()
        } catch {
            // Waiting connections stay in the queue; accepting again at once would only keep the machine busy.
            beginPause()
        }
    }

    /// Pauses until a client leaves, or for a second: other programs may release descriptors.
    private func beginPause() {
        do throws(DeviceError) {
            let timer = try TimerQueue<Int>()
            try timer.arm(0, deadline: MonotonicClock.now().advanced(by: .milliseconds(1000)), generation: 0)
            try loop.add(timer.fileDescriptor, .readable) { [unowned self] _ in endPause() }
            pause = timer
        } catch {
            // Without a descriptor for a timer, only a client that leaves ends the pause.
        }
        loop.remove(listener)
        isPaused = true
    }

    private func endPause() {
        guard isPaused else { return }
        isPaused = false
        if let pause { loop.remove(pause.fileDescriptor) }
        pause = nil
        if !isClosed { try? listen() }
    }

    private func acceptAll() throws(SystemError) {
        for _ in 0..<Self.acceptLimit {
            guard let descriptor = try LocalSocket.accept(listener) else { return }
            guard makeRoom() else {
                turnAway(descriptor, because: "all places are taken by clients that watch. Ask again later.")
                continue
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

    private func serve(_ id: ClientID, _ readiness: EventLoop.Readiness) {
        guard let client = clients[id] else { return }
        if readiness.contains(.writable) { flush(id, client) }
        guard clients[id] != nil, readiness.contains(.readable) || readiness.isGone else { return }
        guard !client.hasEnded else { return readiness.isGone ? drop(id) : () }
        guard let count = LocalSocket.read(client.descriptor, into: buffer) else {
            return readiness.isGone ? drop(id) : end(id, client)
        }
        client.lastHeard = nextHeard()
        client.received.append(contentsOf: buffer.prefix(count))
        takeLines(id, client)
    }

    /// The client will send no more: the rest is its last line. It is disconnected after its answers.
    private func end(_ id: ClientID, _ client: ControlClient) {
        client.hasEnded = true
        let line = client.isSkipping ? [] : client.received
        client.received.removeAll()
        handle(Data(line), id)
        if clients[id] != nil { flush(id, client) }
    }

    private func takeLines(_ id: ClientID, _ client: ControlClient) {
        var start = 0
        while let feed = client.received[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = client.received[start..<feed]
            start = feed + 1
            if client.isSkipping {
                client.isSkipping = false
            } else {
                handle(Data(line), id)
            }
            guard clients[id] != nil else { return }
        }
        client.received.removeFirst(start)
        guard client.received.count > ControlRequest.longestLine else { return }
        if !client.isSkipping { refuse("a request may have up to 64 KiB; this one has more.", id) }
        client.isSkipping = true
        client.received.removeAll()
    }

    private func handle(_ line: Data, _ id: ClientID) {
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) else { return }
        guard line.count <= ControlRequest.longestLine else {
            return refuse("a request may have up to 64 KiB; this one has more.", id)
        }
        do throws(ControlRequest.Refusal) {
            let request = try ControlRequest(line: line)
            if request.isAnswered { clients[id]?.owed += 1 }
            clients[id]?.hasAsked = true
            handler(request, id)
        } catch {
            if error.request == .frame { return complainOfFrame(error.message, to: id) }
            refuse(error.message, id, answering: error.request, tap: error.tap)
        }
    }

    private func refuse(
        _ message: String, _ id: ClientID, answering request: ControlRequest.Name? = nil, tap: TapID? = nil
    ) {
        if let client = clients[id] { put(Self.error(message, answering: request, tap: tap), id, client) }
    }

    /// An error object.
    /// - Parameters:
    ///   - request: the request that it answers; nil if it answers none that is known.
    ///   - tap: the client's id of the tap that it is about.
    static func error(_ message: String, answering request: ControlRequest.Name?, tap: TapID? = nil) -> [UInt8] {
        var line = JSONLineBuilder()
        line.error(message, answering: request?.rawValue, tap: tap, at: MonotonicClock.now())
        return line.bytes
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
        endPause()
        clientLeft(id)
    }
}
