import CSoup
import Glibc
import WebGateway

/// Listens, accepts connections, and limits how many there are at once. libsoup would accept any number.
final class Entrance {
    typealias Stream = UnsafeMutablePointer<GSocketConnection>
    typealias Connection = ConnectionPlaces.Connection

    /// The port that is listened on.
    let port: UInt16
    let listening: Listening
    private let listener: UnsafeMutablePointer<GSocketService>
    private let silence: UInt16
    private var places = ConnectionPlaces()
    /// The sockets of the connections that are open. Each is valid until its connection is told to have ended.
    private var sockets: [Connection: UnsafeMutablePointer<GSocket>] = [:]
    /// Gets each connection.
    var accepted: (Stream, Connection) -> Void = { _, _ in }

    /// - Parameters:
    ///   - address: an IP address; nil: loopback.
    ///   - port: 0: any free one.
    init(address: String?, port: UInt16, silence: UInt16) throws(Failure) {
        (listener, self.port) = try Self.listen(address, port)
        listening = address.map(Self.listening(on:)) ?? .localhost
        self.silence = silence
        connectSignal(OpaquePointer(listener), "incoming", to: self, Self.incoming)
    }

    deinit {
        close()
        g_object_unref(listener)
    }

    func open() { g_socket_service_start(listener) }

    /// Accepts nobody any more.
    func close() {
        disconnectSignals(OpaquePointer(listener), of: self)
        g_socket_service_stop(listener)
        g_socket_listener_close(Self.asListener(listener))
    }

    /// The socket of a connection that is open.
    func socket(of connection: Connection) -> UnsafeMutablePointer<GSocket>? { sockets[connection] }

    /// Returns false when there is no place for one more WebSocket.
    func becomeWebSocket(_ connection: Connection) -> Bool { places.becomeWebSocket(connection) }

    private static let incoming:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<GSocketConnection>?, UnsafeMutableRawPointer?, gpointer?
        ) -> gboolean = { _, stream, _, data in
            guard let entrance = owner(Entrance.self, data), let stream else { return 0 }
            entrance.accept(stream)
            return 1
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
        let end = Unmanaged.passRetained(ConnectionEnd(self, connection)).toOpaque()
        g_object_weak_ref(
            UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self),
            { data, _ in
                guard let data else { return }
                Unmanaged<ConnectionEnd>.fromOpaque(data).takeRetainedValue().tell()
            }, end)
        accepted(stream, connection)
    }

    fileprivate func leave(_ connection: Connection) {
        sockets[connection] = nil
        places.leave(connection)
    }

    private static func asListener(
        _ service: UnsafeMutablePointer<GSocketService>
    ) -> UnsafeMutablePointer<GSocketListener> {
        UnsafeMutableRawPointer(service).assumingMemoryBound(to: GSocketListener.self)
    }
}

/// Tells the entrance that a connection's memory is being freed.
private final class ConnectionEnd {
    private weak var entrance: Entrance?
    private let connection: ConnectionPlaces.Connection

    init(_ entrance: Entrance, _ connection: ConnectionPlaces.Connection) {
        self.entrance = entrance
        self.connection = connection
    }

    func tell() { entrance?.leave(connection) }
}

extension Entrance {
    /// Some other program may have the port that the kernel chose, under the other version of the protocol.
    private static let attempts = 8

    private static func listen(
        _ address: String?, _ port: UInt16
    ) throws(Failure) -> (UnsafeMutablePointer<GSocketService>, UInt16) {
        for attempt in 1...attempts {
            guard let service = g_socket_service_new() else { throw Failure("GLib makes no listener.") }
            // A listener accepts at once; connections wait until everything else is there.
            g_socket_service_stop(service)
            g_socket_listener_set_backlog(asListener(service), gint(ConnectionPlaces.mostConnections))
            do throws(Unbound) {
                let found = try bind(service, address ?? "127.0.0.1", port)
                // "localhost" is both addresses. Another program on the other one would get some of our visitors.
                if address == nil { try bindSecond(service, found) }
                return (service, found)
            } catch {
                g_socket_listener_close(asListener(service))
                g_object_unref(service)
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

    private static func bindSecond(_ service: UnsafeMutablePointer<GSocketService>, _ port: UInt16) throws(Unbound) {
        do throws(Unbound) {
            _ = try bind(service, "::1", port)
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
        _ service: UnsafeMutablePointer<GSocketService>, _ address: String, _ port: UInt16
    ) throws(Unbound) -> UInt16 {
        guard let wanted = g_inet_socket_address_new_from_string(address, guint(port)) else {
            throw Unbound(failure: Failure("--listen takes an IP address, and \"\(address)\" is none."), isTaken: false)
        }
        defer { g_object_unref(wanted) }
        var effective: UnsafeMutablePointer<GSocketAddress>?
        var error: UnsafeMutablePointer<GError>?
        guard
            g_socket_listener_add_address(
                asListener(service), wanted, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, &effective, &error) != 0
        else {
            let isTaken = g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_ADDRESS_IN_USE.rawValue)) != 0
            let text = message(of: error)
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
