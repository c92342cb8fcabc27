import CSoup
import ControlSocket
import Glibc
import KioskLines
import LinuxSystem
import WebGateway

/// Joins a WebSocket to a connection of its own to the control socket. When one of them closes, the other does.
final class Bridge {
    private let webSocket: OpaquePointer
    private let socket: UnsafeMutablePointer<GSocket>
    /// Another descriptor of the WebSocket's connection: its sources must not meet a number that is somebody else's meanwhile.
    private let descriptor: Int32
    private let ended: () -> Void
    private var control: ControlConnection?
    private var controlSource: LoopSource?
    private var pageReading: LoopSource?
    private var pageWriting: LoopSource?
    private var farewell: LoopSource?
    /// The reason for which it is being closed, until that is sent.
    private var closing: CloseReason?
    private var outgoing = OutgoingLines()
    private var budget: IncomingBudget

    /// A ping is sent this often, in seconds.
    private static let pingInterval: guint = 20
    /// A page that sends nothing for so long, not even the answers to pings, or reads nothing, is gone. In seconds.
    static let longestSilence: guint = 60
    /// The time that a page has for its own close, in seconds.
    private static let longestFarewell: guint = 5

    /// - Parameter ended: called once, when the WebSocket has closed.
    init(_ webSocket: OpaquePointer, _ socket: UnsafeMutablePointer<GSocket>, ended: @escaping () -> Void) {
        self.webSocket = webSocket
        self.socket = socket
        self.ended = ended
        descriptor = fcntl(g_socket_get_fd(socket), F_DUPFD_CLOEXEC, 3)
        budget = IncomingBudget(at: max(tapfocus_bytes_read(g_socket_get_fd(socket)), 0))
        g_object_ref(UnsafeMutableRawPointer(webSocket))
        g_object_ref(socket)
        soup_websocket_connection_set_max_incoming_payload_size(webSocket, guint64(ControlRequest.longestLine))
        soup_websocket_connection_set_keepalive_interval(webSocket, Self.pingInterval)
        connectSignal(webSocket, "message", to: self, Self.messageReceived)
        connectSignal(webSocket, "pong", to: self, Self.pongReceived)
        connectSignal(webSocket, "closed", to: self, Self.closed)
        // With the priority of libsoup's own source: a higher one would be served alone as long as there is something to read.
        pageReading = watch(descriptor, G_IO_IN) { bridge, _ in bridge.beginTurn() }
    }

    deinit {
        disconnectSignals(webSocket, of: self)
        g_object_unref(UnsafeMutableRawPointer(webSocket))
        g_object_unref(socket)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Passes lines on from now on.
    func join(_ control: ControlConnection) {
        self.control = control
        watchControl()
    }

    /// Closes both connections, after what was said already.
    func close(_ reason: CloseReason) {
        guard farewell == nil else { return }
        leaveControl()
        closing = reason
        let me = Unmanaged.passUnretained(self).toOpaque()
        farewell = LoopSource(
            g_timeout_add_seconds(
                Self.longestFarewell,
                { data in
                    owner(Bridge.self, data)?.drop()
                    return 1
                }, me))
        watchWriting()
    }

    /// Ends the connection of a page that would not read a reason.
    private func drop() {
        leaveControl()
        outgoing = OutgoingLines()
        closing = nil
        g_socket_shutdown(socket, 1, 1, nil)
    }

    private func leaveControl() {
        controlSource = nil
        control = nil
    }
}

// From the page to the control socket.
extension Bridge {
    private static let messageReceived: @convention(c) (OpaquePointer?, gint, OpaquePointer?, gpointer?) -> Void = {
        _, type, bytes, data in
        guard let bridge = owner(Bridge.self, data), let bytes else { return }
        bridge.take(bytes, isText: type == gint(SOUP_WEBSOCKET_DATA_TEXT.rawValue))
    }

    private static let pongReceived: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = {
        _, _, data in
        guard let bridge = owner(Bridge.self, data) else { return }
        bridge.budget.notePong(at: MonotonicClock.now().nanoseconds)
        bridge.checkBudget()
    }

    private static let closed: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in
        owner(Bridge.self, data)?.leave()
    }

    private func leave() {
        leaveControl()
        pageReading = nil
        pageWriting = nil
        farewell = nil
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
        let count = tapfocus_bytes_read(descriptor)
        guard count >= 0 else { return nil }
        if budget.isExceeded(at: count) { drop() }
        return count
    }

    private func take(_ bytes: OpaquePointer, isText: Bool) {
        if let count = checkBudget() { budget.noteMessage(at: count) }
        guard isText else { return close(.noText) }
        guard let control else { return }
        var size: gsize = 0
        let message = UnsafeRawBufferPointer(start: g_bytes_get_data(bytes, &size), count: Int(g_bytes_get_size(bytes)))
        do throws(RelayedLine.Refusal) {
            try RelayedLine.check(message)
        } catch {
            return tell(error.line(at: MonotonicClock.now().nanoseconds))
        }
        switch control.send(message) {
        case .sent: watchControl()
        case .full: close(.daemonBusy)
        case .lost: close(.daemonGone)
        }
    }
}

// From the control socket to the page.
extension Bridge {
    private func watchControl() {
        guard let control else { return }
        let writing = control.hasUnsent ? G_IO_OUT.rawValue : 0
        controlSource = watch(control.descriptor, GIOCondition(rawValue: G_IO_IN.rawValue | writing)) {
            bridge, condition in
            bridge.serveControl(condition)
        }
    }

    private func serveControl(_ condition: GIOCondition) {
        guard let control else { return }
        if condition.rawValue & G_IO_OUT.rawValue != 0 {
            guard control.flush() else { return close(.daemonGone) }
            if !control.hasUnsent { watchControl() }
        }
        guard condition.rawValue & ~G_IO_OUT.rawValue != 0 else { return }
        var isText = true
        let isThere = control.receive { line in
            if String(validating: line, as: UTF8.self) == nil { isText = false }
            if isText { tell(line) }
        }
        if !isText { close(.noTapFocus) } else if !isThere { close(.daemonGone) }
    }

    /// Queues a line for the page.
    private func tell(_ line: [UInt8]) {
        guard closing == nil, farewell == nil else { return }
        guard outgoing.append(line) else { return drop() }
        watchWriting()
    }

    /// Sends when libsoup has written what it has: it has no limit of its own, and is served first.
    private func watchWriting() {
        guard pageWriting == nil else { return }
        pageWriting = watch(descriptor, G_IO_OUT, priority: 100) { bridge, _ in bridge.sendSome() }
    }

    private func sendSome() {
        guard outgoing.isEmpty else { return sendPortion() }
        // Nothing waits in libsoup either, so this is the beginning of a frame.
        if let closing { sendClose(closing) }
        pageWriting = nil
    }

    private func sendClose(_ reason: CloseReason) {
        closing = nil
        let frame = reason.frame
        let count = frame.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count != frame.count { drop() }
    }

    private func sendPortion() {
        for line in outgoing.takePortion() {
            // Each line may find out that the page has torn the connection.
            guard soup_websocket_connection_get_state(webSocket) == SOUP_WEBSOCKET_STATE_OPEN else { return }
            line.withUnsafeBytes { line in
                let bytes = g_bytes_new(line.baseAddress, gsize(line.count))
                soup_websocket_connection_send_message(webSocket, SOUP_WEBSOCKET_DATA_TEXT, bytes)
                g_bytes_unref(bytes)
            }
        }
    }
}

// GLib's loop.
extension Bridge {
    private typealias Handler = (Bridge, GIOCondition) -> Void

    private func watch(
        _ descriptor: Int32, _ condition: GIOCondition, priority: gint = 0, _ handler: @escaping Handler
    ) -> LoopSource {
        // The source owns the box, and frees it when it is removed. The bridge owns the source.
        let box = Unmanaged.passRetained(WatchBox(self, handler)).toOpaque()
        return LoopSource(
            g_unix_fd_add_full(
                priority, descriptor, condition,
                { _, condition, data in
                    guard let box = owner(WatchBox.self, data) else { return 1 }
                    box.call(condition)
                    return 1
                }, box, { data in if let data { Unmanaged<WatchBox>.fromOpaque(data).release() } }))
    }

    private final class WatchBox {
        private weak var bridge: Bridge?
        private let handler: Handler

        init(_ bridge: Bridge, _ handler: @escaping Handler) {
            self.bridge = bridge
            self.handler = handler
        }

        func call(_ condition: GIOCondition) {
            if let bridge { handler(bridge, condition) }
        }
    }
}
