import CSoup
import ControlSocket
import Glibc
import LinuxSystem
import WebGateway

/// libsoup's server: hands requests to the gatekeeper, and answers as that says.
final class WebServer {
    private let gatekeeper: Gatekeeper
    private let pages: PageStore
    private let controlSocket: SocketPlace
    private let entrance: Entrance
    /// Nil if no picture is passed on.
    private var pictures: PictureSource?
    private let soup: UnsafeMutablePointer<SoupServer>
    private let loop: OpaquePointer
    private var bridges: [Entrance.Connection: Bridge] = [:]
    private var complaints = ComplaintLimit()
    private var isEnding = false
    private var deadline: LoopSource?
    /// Nil if no service manager has started this program.
    private let service = ServiceReports()

    /// - Parameter picture: the socket of the program that gives the camera's picture; nil: none.
    init(
        _ gatekeeper: Gatekeeper, pages: PageStore, controlSocket: SocketPlace, picture: String?, entrance: Entrance
    ) {
        (self.gatekeeper, self.pages, self.controlSocket) = (gatekeeper, pages, controlSocket)
        self.entrance = entrance
        soup = tapfocus_soup_server_new()
        loop = g_main_loop_new(nil, 0)
        tapfocus_soup_server_refuse_compression(soup)
        let me = Unmanaged.passUnretained(self).toOpaque()
        // Called before the body, so that no body is read into memory. Only the most specific path is called.
        for path in ["/", Gatekeeper.socketPath] {
            soup_server_add_early_handler(soup, path, Self.handle, me, nil)
        }
        soup_server_add_websocket_handler(soup, Gatekeeper.socketPath, nil, nil, Self.opened, me, nil)
        entrance.accepted = { [unowned self] stream, connection in accept(stream, connection) }
        entrance.failed = { [unowned self] sentence in complain(sentence) }
        pictures = picture.map { path in PictureSource(path) { [unowned self] end in pictureEnded(end, path) } }
    }

    deinit {
        soup_server_disconnect(soup)
        g_object_unref(soup)
        g_main_loop_unref(loop)
    }

    func run() {
        entrance.open()
        service?.begin { [unowned self] in bridges.count }
        g_main_loop_run(loop)
    }

    /// Closes all WebSockets and ends. A page that does not answer delays that by a second at most.
    func end() {
        guard !isEnding else { return g_main_loop_quit(loop) }
        isEnding = true
        service?.end()
        entrance.close()
        pictures?.close()
        for bridge in bridges.values { bridge.close(.ending) }
        deadline = LoopSource(everyMilliseconds: 1000) { [unowned self] in g_main_loop_quit(loop) }
        if bridges.isEmpty { g_main_loop_quit(loop) }
    }

    private func accept(_ stream: Entrance.Stream, _ connection: Entrance.Connection) {
        guard let local = g_socket_connection_get_local_address(stream, nil) else { return }
        defer { g_object_unref(local) }
        guard let remote = g_socket_connection_get_remote_address(stream, nil) else { return }
        defer { g_object_unref(remote) }
        ServerMessage.mark(remote, connection)
        let plain = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GIOStream.self)
        soup_server_accept_iostream(soup, plain, local, remote, nil)
    }

    private static let handle: SoupServerCallback = { _, message, _, _, data in
        guard let server = owner(WebServer.self, data), let message else { return }
        server.answer(ServerMessage(pointer: message))
    }

    private static let opened: SoupServerWebsocketCallback = { _, message, _, connection, data in
        guard let server = owner(WebServer.self, data), let message, let connection else { return }
        server.open(connection, ServerMessage(pointer: message))
    }

    private func answer(_ message: ServerMessage) {
        soup_message_body_set_accumulate(soup_server_message_get_request_body(message.pointer), 0)
        // libsoup would answer ranges by itself: as many as are asked for, all in memory at once (CVE-2025-32907).
        for name in ["Range", "If-Range"] { message.ignore(name) }
        switch gatekeeper.answer(message.request) {
        // Without a status, libsoup goes on with the handshake. Then it makes its source, which takes its time limit from the socket.
        case .webSocket:
            if let socket = message.connection.flatMap(entrance.socket(of:)) {
                g_socket_set_timeout(socket, Bridge.longestSilence)
            }
        case .page(let path, let host, let reader):
            answer(message, path, AnswerHeaders.page(host: host, reader: reader))
        case .picture(let wish, let reader): answer(message, wish, reader)
        case .preflight(let reader): message.answer(204, AnswerHeaders.preflight(reader: reader))
        case .refused(let refusal): refuse(message, refusal)
        }
    }

    private func answer(_ message: ServerMessage, _ path: PagePath, _ headers: [AnswerHeaders.Header]) {
        do throws(PageStore.TooManyOpenFiles) {
            guard let page = try pages.page(path) else { return refuse(message, Gatekeeper.notFound) }
            let headers = headers + [("ETag", page.tag.description)]
            if page.tag.isIn(message.header("If-None-Match")) { return message.answer(304, headers) }
            message.answer(200, headers, type: path.type.contentType, content: page.bytes)
        } catch {
            complain(Self.noDescriptors(error.code, for: "a page"))
            refuse(message, .init(.unavailable, "Too many files are open here. Try again in a second."))
        }
    }

    private func answer(_ message: ServerMessage, _ wish: PictureWish, _ reader: Origin?) {
        guard let connection = message.connection, let pictures else { return refuse(message, Gatekeeper.notFound) }
        guard !isEnding, entrance.becomePicture(connection) else {
            let places = "All \(ConnectionPlaces.mostPictures) places for the picture are taken. Try again later."
            return refuse(message, .init(.unavailable, places))
        }
        do throws(SocketError) {
            try pictures.add(message, connection, wish, reader: reader)
        } catch {
            let answer = String(cString: strerror(error.code)).lowercased()
            let sentence =
                "Cannot reach the picture at \(error.path): \(answer). Start tapfocuscamera with this picture-socket."
            complain(sentence)
            refuse(message, .init(.unavailable, sentence))
        }
    }

    /// Pages that show the picture learn it through their WebSockets: a browser tells nothing of the end of an `<img>`.
    private func pictureEnded(_ end: PictureEnd, _ path: String) {
        complain("\(end.sentence) Its socket is \(path).")
        let line = end.line(at: MonotonicClock.nanoseconds())
        for bridge in bridges.values { bridge.send(line) }
    }

    private func refuse(_ message: ServerMessage, _ refusal: WebAnswer.Refusal) {
        // A browser shows the page's author only that a WebSocket has failed.
        if refusal.status == .forbidden { complain("refused a request: \(refusal.sentence)") }
        if message.awaitsBody, let socket = message.connection.flatMap(entrance.socket(of:)) {
            return message.end(socket, with: refusal)
        }
        var text = refusal.content
        text.withUTF8 { text in
            let content = g_bytes_new(text.baseAddress, gsize(text.count))
            message.answer(
                refusal.status.rawValue, AnswerHeaders.refusal(refusal.status), type: WebAnswer.Refusal.contentType,
                content: content)
            g_bytes_unref(content)
        }
    }

    private func open(_ webSocket: OpaquePointer, _ message: ServerMessage) {
        // Without a socket, the connection has just made room for another one.
        guard let connection = message.connection, let socket = entrance.socket(of: connection) else { return }
        Entrance.limitUnread(socket)
        guard let descriptor = Bridge.newDescriptor(of: socket) else {
            complain(Self.noDescriptors(errno, for: "a WebSocket"))
            return Bridge.refuse(socket, .noDescriptors)
        }
        let bridge = Bridge(webSocket, socket, descriptor: descriptor) { [unowned self] in leave(connection) }
        bridges[connection] = bridge
        guard !isEnding else { return bridge.close(.ending) }
        // One that has no place is kept until it has read the reason; it still counts as an HTTP connection.
        guard entrance.becomeWebSocket(connection) else { return bridge.close(.full) }
        do throws(SocketError) {
            bridge.join(try ControlConnection(controlSocket))
        } catch {
            let isOut = [EMFILE, ENFILE].contains(error.code)
            complain(isOut ? Self.noDescriptors(error.code, for: "a WebSocket") : error.description)
            bridge.close(isOut ? .noDescriptors : .noDaemon)
        }
    }

    private static func noDescriptors(_ code: Int32, for what: String) -> String {
        "cannot serve \(what): \(String(cString: strerror(code)).lowercased()). \(Entrance.moreDescriptors)"
    }

    private func leave(_ connection: Entrance.Connection) {
        bridges[connection] = nil
        if isEnding, bridges.isEmpty { g_main_loop_quit(loop) }
    }

    private func complain(_ sentence: String) {
        guard complaints.admits(sentence, at: MonotonicClock.nanoseconds()) else { return }
        StandardError.writeLine("tapfocus-web: \(sentence)")
    }
}
