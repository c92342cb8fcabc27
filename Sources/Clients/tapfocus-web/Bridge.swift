import CSoup
import ControlSocket
import Glibc
import LinuxSystem
import RequestNames
import WebGateway

/// Joins a WebSocket to a connection of its own to the control socket. When one of them closes, the other does.
final class Bridge {
    let webSocket: OpaquePointer
    /// Another descriptor of the WebSocket's connection. With the first one alone, its sources could meet a number that has been given
    /// to another connection.
    let descriptor: Int32
    private let socket: UnsafeMutablePointer<GSocket>
    private let ended: () -> Void
    private(set) var control: ControlConnection?
    var controlSource: LoopSource?
    private var pageReading: LoopSource?
    /// Watches for the moment when the page takes what waits for it; nil: nothing waits.
    var pageWriting: LoopSource?
    private var life = Life.open
    var outgoing = OutgoingLines()
    private var budget: IncomingBudget
    private var rate = MessageRate()

    private enum Life {
        case open
        /// The page gets the reason, nil once it is sent, and then has a moment for its own close.
        case closing(CloseReason?, farewell: LoopSource)
        /// The connection was ended without a reason; libsoup has not noticed that yet.
        case dropped
        /// libsoup has closed the WebSocket: nothing is done any more.
        case gone
    }

    /// A ping is sent this often, in seconds.
    private static let pingInterval: guint = 20
    /// A page that sends nothing for so long, not even the answers to pings, is gone. In seconds.
    /// One that reads nothing is gone earlier: `Entrance.limitUnread`.
    static let longestSilence: guint = 60
    /// The time that a page has for its own close, in milliseconds.
    private static let longestFarewell: guint = 5000

    /// - Parameters:
    ///   - descriptor: one of the socket's connection, which becomes the bridge's own.
    ///   - ended: called once, when the WebSocket has closed.
    init(
        _ webSocket: OpaquePointer, _ socket: UnsafeMutablePointer<GSocket>, descriptor: Int32,
        ended: @escaping () -> Void
    ) {
        (self.webSocket, self.socket, self.descriptor, self.ended) = (webSocket, socket, descriptor, ended)
        budget = IncomingBudget(at: max(tapfocus_bytes_read(descriptor), 0))
        g_object_ref(UnsafeMutableRawPointer(webSocket))
        g_object_ref(socket)
        soup_websocket_connection_set_max_incoming_payload_size(webSocket, guint64(RequestName.longestLine))
        soup_websocket_connection_set_keepalive_interval(webSocket, Self.pingInterval)
        connectSignal(webSocket, "message", to: self, Self.messageReceived)
        connectSignal(webSocket, "pong", to: self, Self.pongReceived)
        connectSignal(webSocket, "closed", to: self, Self.closed)
        // With the priority of libsoup's own source: a higher one would be served alone as long as there is something to read.
        pageReading = LoopSource(descriptor, G_IO_IN) { [weak self] _ in self?.beginTurn() }
    }

    deinit {
        disconnectSignals(webSocket, of: self)
        g_object_unref(UnsafeMutableRawPointer(webSocket))
        g_object_unref(socket)
        Glibc.close(descriptor)
    }

    /// True until it is being closed, from whichever side.
    var isOpen: Bool { if case .open = life { true } else { false } }

    /// True while there is a connection that can be dropped.
    private var isConnected: Bool {
        switch life {
        case .open, .closing: true
        case .dropped, .gone: false
        }
    }

    func join(_ control: ControlConnection) {
        guard isOpen else { return }
        self.control = control
        watchControl()
    }

    /// Closes both connections, after what was said already.
    func close(_ reason: CloseReason) {
        guard isOpen else { return }
        let farewell = LoopSource(everyMilliseconds: Self.longestFarewell) { [weak self] in self?.drop() }
        life = .closing(reason, farewell: farewell)
        leaveControl()
        watchWriting()
    }

    /// Ends the connection of a page that would not read a reason. What has arrived from it is thrown away: libsoup would read it all.
    func drop() {
        guard isConnected else { return }
        life = .dropped
        leaveBoth()
        outgoing = OutgoingLines()
        tapfocus_reset(descriptor)
    }

    /// Sends the reason for which it is being closed, at the beginning of a frame, and nothing after it.
    ///
    /// libsoup knows nothing of this frame. It takes the page's own close for the first one and answers it, with 1002 where it does not
    /// know the code; a browser then tells its page 1006, and no reason. So the connection takes no more bytes from libsoup, which
    /// closes it when it cannot write, or when the page has closed its side.
    func sendReason() {
        guard case .closing(let reason?, let farewell) = life else { return }
        life = .closing(nil, farewell: farewell)
        // The page has closed it already, or broken it: libsoup's own close is on its way.
        guard soup_websocket_connection_get_state(webSocket) == SOUP_WEBSOCKET_STATE_OPEN else { return }
        soup_websocket_connection_set_keepalive_interval(webSocket, 0)
        guard Self.send(reason, to: descriptor) else { return drop() }
        g_socket_shutdown(socket, 0, 1, nil)
    }

    private func leaveControl() {
        controlSource = nil
        control = nil
    }

    private func leaveBoth() {
        leaveControl()
        pageReading = nil
        pageWriting = nil
    }
}

// Descriptors, and a WebSocket that gets no bridge.
extension Bridge {
    /// Another descriptor of a connection; nil when no descriptor is left.
    static func newDescriptor(of socket: UnsafeMutablePointer<GSocket>) -> Int32? {
        let descriptor = fcntl(g_socket_get_fd(socket), F_DUPFD_CLOEXEC, 3)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Tells a page whose WebSocket has just been opened why it is closed at once.
    static func refuse(_ socket: UnsafeMutablePointer<GSocket>, _ reason: CloseReason) {
        let descriptor = g_socket_get_fd(socket)
        _ = send(reason, to: descriptor)
        tapfocus_discard(descriptor)
        g_socket_shutdown(socket, 0, 1, nil)
    }

    /// Returns false when the frame was not sent as a whole.
    private static func send(_ reason: CloseReason, to descriptor: Int32) -> Bool {
        let frame = reason.frame
        let count = frame.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        return count == frame.count
    }
}

// From the page to the control socket.
extension Bridge {
    private static let messageReceived: @convention(c) (OpaquePointer?, gint, OpaquePointer?, gpointer?) -> Void = {
        _, type, bytes, data in
        guard let bridge = owner(Bridge.self, data), let bytes else { return }
        bridge.receive(bytes, isText: type == gint(SOUP_WEBSOCKET_DATA_TEXT.rawValue))
    }

    private static let pongReceived: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = {
        _, _, data in
        guard let bridge = owner(Bridge.self, data) else { return }
        bridge.budget.notePong(at: MonotonicClock.nanoseconds())
        bridge.checkBudget()
    }

    private static let closed: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in
        owner(Bridge.self, data)?.leave()
    }

    private func leave() {
        life = .gone
        leaveBoth()
        disconnectSignals(webSocket, of: self)
        ended()
    }

    private func beginTurn() {
        if let count = checkBudget() { budget.beginTurn(at: count) }
        // An end stays readable for ever.
        if tapfocus_has_ended(descriptor) != 0 { pageReading = nil }
    }

    /// Ends a connection that has exceeded its budget. Returns the bytes that were read; nil if the kernel does not tell.
    @discardableResult
    private func checkBudget() -> Int64? {
        guard isConnected else { return nil }
        let count = tapfocus_bytes_read(descriptor)
        guard count >= 0 else { return nil }
        if budget.isExceeded(at: count) { drop() }
        return count
    }

    private func receive(_ bytes: OpaquePointer, isText: Bool) {
        let count = checkBudget()
        // libsoup still hands on what it had read. Messages that come after a reason was sent are not heard, and use up the budget.
        guard isOpen else { return }
        guard rate.admits(at: MonotonicClock.nanoseconds()) else { return drop() }
        if let count { budget.noteMessage(at: count) }
        guard isText else { return close(.noText) }
        guard let control else { return }
        var size: gsize = 0
        let message = UnsafeRawBufferPointer(start: g_bytes_get_data(bytes, &size), count: Int(g_bytes_get_size(bytes)))
        do throws(RelayedLine.Refusal) {
            try RelayedLine.check(message)
        } catch {
            return send(error.line(at: MonotonicClock.nanoseconds()))
        }
        switch control.send(message) {
        case .sent: watchControl()
        case .full: close(.daemonBusy)
        case .lost: close(.daemonGone)
        }
    }
}
