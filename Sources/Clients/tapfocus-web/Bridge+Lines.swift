import CSoup
import ControlSocket
import WebGateway

// From the control socket to the page.
extension Bridge {
    func watchControl() {
        guard let control else { return }
        let writing = control.hasUnsent ? G_IO_OUT.rawValue : 0
        let condition = GIOCondition(rawValue: G_IO_IN.rawValue | writing)
        controlSource = LoopSource(control.descriptor, condition) { [weak self] in self?.serveControl($0) }
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
            if isText { send(line) }
        }
        if !isText { close(.noTapFocus) } else if !isThere { close(.daemonGone) }
    }

    /// Sends a line to the page; queues it while others wait.
    ///
    /// It is sent in this turn of the loop, because there may be no other one soon: the loop serves `pageWriting` only when nothing can be
    /// read from any page, and one that floods would have all others lose what waits for them.
    func send(_ line: [UInt8]) {
        guard isOpen else { return }
        if pageWriting == nil, tapfocus_can_write(descriptor) != 0 { return hand(line) }
        guard outgoing.append(line) else { return drop() }
        watchWriting()
    }

    /// Goes on when libsoup has written what it has: it has no limit of its own, and is served first.
    func watchWriting() {
        guard pageWriting == nil else { return }
        pageWriting = LoopSource(descriptor, G_IO_OUT, priority: 100) { [weak self] _ in self?.sendSome() }
    }

    private func sendSome() {
        guard outgoing.isEmpty else {
            for line in outgoing.takePortion() { hand(line) }
            return
        }
        // Nothing waits in libsoup either, so this is the beginning of a frame.
        sendReason()
        pageWriting = nil
    }

    private func hand(_ line: [UInt8]) {
        // Each line may find out that the page has torn the connection.
        guard soup_websocket_connection_get_state(webSocket) == SOUP_WEBSOCKET_STATE_OPEN else { return }
        line.withUnsafeBytes { line in
            let bytes = g_bytes_new(line.baseAddress, gsize(line.count))
            soup_websocket_connection_send_message(webSocket, SOUP_WEBSOCKET_DATA_TEXT, bytes)
            g_bytes_unref(bytes)
        }
    }
}
