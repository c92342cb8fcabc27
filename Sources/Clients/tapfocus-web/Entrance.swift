import CSoup
import Glibc
import WebGateway

/// Listens, accepts connections, and limits how many there are at once. libsoup would accept any number.
final class Entrance {
    typealias Stream = UnsafeMutablePointer<GSocketConnection>
    typealias Connection = ConnectionPlaces.Connection

    let port: UInt16
    let listening: Listening
    private let listener: UnsafeMutablePointer<GSocketListener>
    /// Ends the wait for the next connection.
    private let cancellable: UnsafeMutablePointer<GCancellable>
    private let silence: UInt16
    private var places = ConnectionPlaces()
    /// The sockets of the connections that are open. Each is valid until the end of its connection is reported.
    private var sockets: [Connection: UnsafeMutablePointer<GSocket>] = [:]
    /// The pause after a connection that could not be accepted.
    private var pause: LoopSource?
    private var isOpen = false
    var accepted: (Stream, Connection) -> Void = { _, _ in }
    /// Gets a sentence when a connection could not be accepted.
    var failed: (String) -> Void = { _ in }

    /// The remedy in the error when no descriptor is left.
    static let moreDescriptors = "Allow it more open files: LimitNOFILE= in its unit, or ulimit -n."
    /// The length of that pause, in milliseconds.
    private static let pauseLength: guint = 1000
    /// A page that takes nothing for so long of what waits for it loses its WebSocket, in milliseconds: one of this machine.
    private static let longestUnreadHere: gint = 3000
    /// The same for a page of another machine: a network may lose packets for some seconds.
    private static let longestUnreadElsewhere: gint = 20_000

    /// - Parameters:
    ///   - address: an IP address; nil: loopback.
    ///   - port: 0: any free one.
    init(address: String?, port: UInt16, silence: UInt16) throws(Failure) {
        (listener, self.port) = try Self.listen(address, port)
        cancellable = g_cancellable_new()
        listening = address.map(Self.listening(on:)) ?? .localhost
        self.silence = silence
    }

    deinit {
        close()
        g_object_unref(listener)
        g_object_unref(cancellable)
    }

    func open() {
        // Connections that came during the pause have waited in the kernel.
        isOpen = true
        acceptNext()
    }

    func close() {
        isOpen = false
        pause = nil
        g_cancellable_cancel(cancellable)
        g_socket_listener_close(listener)
    }

    func socket(of connection: Connection) -> UnsafeMutablePointer<GSocket>? { sockets[connection] }

    /// Returns false when there is no place for one more WebSocket.
    func becomeWebSocket(_ connection: Connection) -> Bool { places.becomeWebSocket(connection) }

    /// Returns false when there is no place for one more connection that gets the picture.
    func becomePicture(_ connection: Connection) -> Bool { places.becomePicture(connection) }

    /// Limits how long a WebSocket's page may take nothing of what waits for it. libsoup 3.2 keeps an answer for each ping, looks through
    /// all of them at each one, and reads on as long as something comes: a page that sends pings without a pause and reads nothing would
    /// have the program to itself.
    static func limitUnread(_ socket: UnsafeMutablePointer<GSocket>) {
        let limit = isLoopback(socket) ? longestUnreadHere : longestUnreadElsewhere
        g_socket_set_option(socket, gint(IPPROTO_TCP), TCP_USER_TIMEOUT, limit, nil)
    }

    private static func isLoopback(_ socket: UnsafeMutablePointer<GSocket>) -> Bool {
        guard let remote = g_socket_get_remote_address(socket, nil) else { return false }
        defer { g_object_unref(remote) }
        let place = UnsafeMutableRawPointer(remote).assumingMemoryBound(to: GInetSocketAddress.self)
        return g_inet_address_get_is_loopback(g_inet_socket_address_get_address(place)) != 0
    }

    private func acceptNext() {
        // A callback comes after each call, perhaps when this object is gone.
        g_socket_listener_accept_async(
            listener, cancellable, { _, result, data in Callback.call(data, result) },
            Callback.pointer { [weak self] result in self?.endAccept(result) })
    }

    private func endAccept(_ result: OpaquePointer?) {
        var error: UnsafeMutablePointer<GError>?
        guard let stream = g_socket_listener_accept_finish(listener, result, nil, &error) else {
            let isOut = g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_TOO_MANY_OPEN_FILES.rawValue)) != 0
            let text = message(of: error)
            if isOpen { wait(after: text, remedy: isOut ? " \(Self.moreDescriptors)" : "") }
            return
        }
        defer { g_object_unref(stream) }
        guard isOpen else { return }
        accept(stream)
        acceptNext()
    }

    /// Without a descriptor nobody can be accepted, and the listener stays readable: asking again at once would keep a processor busy.
    private func wait(after text: String, remedy: String) {
        failed("cannot accept a connection (\(text)). It waits, and is tried again each second.\(remedy)")
        pause = LoopSource(everyMilliseconds: Self.pauseLength) { [weak self] in self?.endPause() }
    }

    private func endPause() {
        pause = nil
        if isOpen { acceptNext() }
    }

    private func accept(_ stream: Stream) {
        guard let socket = g_socket_connection_get_socket(stream) else { return }
        let (connection, leaving) = places.arrive()
        if let leaving, let socket = sockets[leaving] { g_socket_shutdown(socket, 1, 1, nil) }
        // A line is sent at once, and does not wait for the acknowledgement of the one before it.
        g_socket_set_option(socket, gint(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        // Ends half requests, and readers that have stopped reading.
        g_socket_set_timeout(socket, guint(silence))
        sockets[connection] = socket
        // Called when the connection's memory is being freed.
        g_object_weak_ref(
            UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), { data, _ in Callback.call(data) },
            Callback.pointer { [weak self] _ in self?.leave(connection) })
        accepted(stream, connection)
    }

    private func leave(_ connection: Connection) {
        sockets[connection] = nil
        places.leave(connection)
    }
}

extension Entrance {
    /// Some other program may have the port that the kernel chose, under the other version of the protocol.
    private static let attempts = 8

    private static func listen(
        _ address: String?, _ port: UInt16
    ) throws(Failure) -> (UnsafeMutablePointer<GSocketListener>, UInt16) {
        for attempt in 1...attempts {
            guard let listener = g_socket_listener_new() else { throw Failure("GLib makes no listener.") }
            g_socket_listener_set_backlog(listener, gint(ConnectionPlaces.mostConnections))
            do throws(Unbound) {
                let found = try bind(listener, address ?? "127.0.0.1", port)
                // "localhost" is both addresses. Another program on the other one would get some of our visitors.
                if address == nil { try bindSecond(listener, found) }
                return (listener, found)
            } catch {
                g_socket_listener_close(listener)
                g_object_unref(listener)
                guard error.isTaken, port == 0, attempt < attempts else { throw error.failure }
            }
        }
        throw Failure("cannot find a port that is free.")
    }

    /// - Parameter address: one that could be listened on.
    private static func listening(on address: String) -> Listening {
        guard let address = g_inet_address_new_from_string(address) else { return .everywhere }
        defer { g_object_unref(address) }
        guard g_inet_address_get_is_any(address) == 0, let spelled = g_inet_address_to_string(address) else {
            return .everywhere
        }
        defer { g_free(spelled) }
        return .address(String(cString: spelled), isLoopback: g_inet_address_get_is_loopback(address) != 0)
    }

    private static func bindSecond(_ listener: UnsafeMutablePointer<GSocketListener>, _ port: UInt16) throws(Unbound) {
        do throws(Unbound) {
            _ = try bind(listener, "::1", port)
        } catch {
            // A machine without IPv6 has no such address.
            if error.isTaken { throw error }
        }
    }

    private struct Unbound: Error {
        var failure: Failure
        var isTaken: Bool
    }

    private static func bind(
        _ listener: UnsafeMutablePointer<GSocketListener>, _ address: String, _ port: UInt16
    ) throws(Unbound) -> UInt16 {
        guard let wanted = g_inet_socket_address_new_from_string(address, guint(port)) else {
            throw Unbound(failure: Failure("--listen: \"\(address)\" is no IP address."), isTaken: false)
        }
        defer { g_object_unref(wanted) }
        var effective: UnsafeMutablePointer<GSocketAddress>?
        var error: UnsafeMutablePointer<GError>?
        guard
            g_socket_listener_add_address(
                listener, wanted, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, &effective, &error) != 0
        else {
            let isTaken = g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_ADDRESS_IN_USE.rawValue)) != 0
            let answer = message(of: error)
            // GLib repeats the address before it.
            let text = isTaken ? "address already in use" : answer
            let remedy =
                isTaken
                ? "Another program listens there, perhaps another tapfocus-web: end it, or choose another port (--port)."
                : "Choose another address or port (--listen, --port)."
            throw Unbound(
                failure: Failure("cannot listen on \(address), port \(port): \(text). \(remedy)"), isTaken: isTaken)
        }
        defer { g_object_unref(effective) }
        let found = UnsafeMutableRawPointer(effective)?.assumingMemoryBound(to: GInetSocketAddress.self)
        return g_inet_socket_address_get_port(found)
    }
}
