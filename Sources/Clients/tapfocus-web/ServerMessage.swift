import CSoup
import Glibc
import WebGateway

/// A message of libsoup's server, valid while its handler runs.
struct ServerMessage {
    let pointer: OpaquePointer

    private var requestHeaders: OpaquePointer? { soup_server_message_get_request_headers(pointer) }

    /// The values of a header of the request, joined by commas; nil without such a header.
    func header(_ name: String) -> String? {
        soup_message_headers_get_list(requestHeaders, name).map { String(cString: $0) }
    }

    /// Has the message answered as if the request did not have that header.
    func ignore(_ name: String) { soup_message_headers_remove(requestHeaders, name) }

    var connection: Entrance.Connection? {
        let address = soup_server_message_get_remote_address(pointer)
        let data = g_object_get_data(
            UnsafeMutableRawPointer(address)?.assumingMemoryBound(to: GObject.self), Self.connectionKey)
        return data.map { Entrance.Connection(UInt(bitPattern: $0)) }
    }

    /// Marks an address object, so that the messages that come through its connection know it. Numbers begin at 1.
    static func mark(_ address: UnsafeMutablePointer<GSocketAddress>, _ connection: Entrance.Connection) {
        g_object_set_data(
            UnsafeMutableRawPointer(address).assumingMemoryBound(to: GObject.self), connectionKey,
            UnsafeMutableRawPointer(bitPattern: UInt(connection)))
    }

    private static let connectionKey = "tapfocus-connection"

    var request: WebRequest {
        let address = soup_server_message_get_uri(pointer)
        var request = WebRequest(
            method: String(cString: soup_server_message_get_method(pointer)),
            path: g_uri_get_path(address).map { String(cString: $0) } ?? "",
            query: g_uri_get_query(address).map { String(cString: $0) }, host: header("Host"), origin: header("Origin"))
        request.site = header("Sec-Fetch-Site")
        request.isUpgrade = header("Upgrade")?.lowercased() == "websocket"
        request.noteBody(length: header("Content-Length"), isEncoded: header("Transfer-Encoding") != nil)
        request.isPreflight = header("Access-Control-Request-Method") != nil
        return request
    }

    /// Answers the message.
    /// - Parameters:
    ///   - type: of the content.
    ///   - content: retained by the answer; nil: none.
    func answer(_ status: guint, _ headers: [AnswerHeaders.Header], type: String? = nil, content: OpaquePointer? = nil)
    {
        let own = soup_server_message_get_response_headers(pointer)
        for (name, value) in headers { soup_message_headers_replace(own, name, value) }
        // libsoup closes a connection after an answer that was there before the request's body, and does not say so.
        soup_message_headers_replace(own, "Connection", "close")
        soup_server_message_set_status(pointer, status, nil)
        if let type { soup_message_headers_replace(own, "Content-Type", type) }
        if let content { soup_message_body_append_bytes(soup_server_message_get_response_body(pointer), content) }
    }

    /// True if libsoup reads a body before it sends an answer, however long that takes to come.
    var awaitsBody: Bool {
        let encoding = soup_message_headers_get_encoding(requestHeaders)
        return encoding == SOUP_ENCODING_CHUNKED
            || encoding == SOUP_ENCODING_CONTENT_LENGTH && soup_message_headers_get_content_length(requestHeaders) != 0
    }

    /// Answers without libsoup, and ends the connection with that. libsoup closes it when it finds no body.
    func end(_ socket: UnsafeMutablePointer<GSocket>, with refusal: WebAnswer.Refusal) {
        let status = refusal.status.rawValue
        let date = soup_message_headers_get_one(soup_server_message_get_response_headers(pointer), "Date")
        let phrase = soup_status_get_phrase(status)
        let bytes = refusal.bytes(
            phrase: phrase.map { String(cString: $0) } ?? "", date: date.map { String(cString: $0) })
        let descriptor = g_socket_get_fd(socket)
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        tapfocus_discard(descriptor)
        g_socket_shutdown(socket, 1, 1, nil)
        // With a status, no other handler is called.
        soup_server_message_set_status(pointer, status, nil)
    }
}
