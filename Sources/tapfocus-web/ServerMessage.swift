import CSoup
import WebGateway

/// A message of libsoup's server, valid while its handler runs.
struct ServerMessage {
    let pointer: OpaquePointer

    private var requestHeaders: OpaquePointer? { soup_server_message_get_request_headers(pointer) }

    /// The values of a header of the request, joined by commas; nil where there is none.
    func header(_ name: String) -> String? {
        soup_message_headers_get_list(requestHeaders, name).map { String(cString: $0) }
    }

    /// Has the message answered as if the request did not have that header.
    func ignore(_ name: String) { soup_message_headers_remove(requestHeaders, name) }

    /// The connection that it came through.
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
        request.isUpgrade = header("Upgrade")?.lowercased() == "websocket"
        request.hasBody = header("Transfer-Encoding") != nil || header("Content-Length").map { $0 != "0" } ?? false
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
}
