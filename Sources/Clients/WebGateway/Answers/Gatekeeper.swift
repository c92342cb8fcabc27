/// Decides what a request gets.
public struct Gatekeeper: Sendable {
    private let access: AccessList
    private let token: Token?

    /// The path of the WebSocket.
    public static let socketPath = "/socket"

    public init(_ access: AccessList, token: Token? = nil) {
        self.access = access
        self.token = token
    }

    public func answer(_ request: WebRequest) -> WebAnswer {
        do throws(WebAnswer.Refusal) {
            let host = try host(of: request)
            let origin = try origin(of: request)
            guard request.isLengthClear else {
                throw .init(.badRequest, "The request's length is not clear: Content-Length comes once, as a number.")
            }
            if request.hasBody { throw .init(.tooLarge, "A request has no body here.") }
            return request.path == Self.socketPath
                ? try webSocket(request, origin) : try page(request, host, reader: origin.flatMap(foreign))
        } catch {
            return .refused(error)
        }
    }

    private func host(of request: WebRequest) throws(WebAnswer.Refusal) -> Authority {
        guard let text = request.host, !text.isEmpty else {
            throw .init(.badRequest, "The request has no Host header, which HTTP/1.1 asks for.")
        }
        guard let host = Authority(text), access.admits(host) else {
            let name = Authority(text).map { ": --allow-host \($0.host)" } ?? "."
            throw .init(
                .forbidden,
                "\(quoted(text)) is no name of this server. Open it as localhost, or start tapfocus-web with that name allowed\(name)"
            )
        }
        return host
    }

    /// The page that asks, if the browser tells: it does so for a WebSocket and for a request to another server.
    private func origin(of request: WebRequest) throws(WebAnswer.Refusal) -> Origin? {
        guard let text = request.origin else { return nil }
        guard let origin = Origin(text) else {
            throw .init(
                .forbidden,
                "A page of the origin \(quoted(text)) may not use this server: give it an origin, by serving it through http."
            )
        }
        guard access.admits(origin) else {
            throw .init(
                .forbidden,
                "A page of \(quoted(text)) may not use this server. Start tapfocus-web with it allowed: --allow-origin \(origin)"
            )
        }
        return origin
    }

    private func webSocket(_ request: WebRequest, _ origin: Origin?) throws(WebAnswer.Refusal) -> WebAnswer {
        guard request.method == "GET", request.isUpgrade else {
            throw .init(.upgradeRequired, "\(Self.socketPath) is a WebSocket, and nothing to look at.")
        }
        guard origin != nil else {
            throw .init(.forbidden, "A WebSocket needs an Origin header, which every browser sends.")
        }
        if let token, !token.isIn(request.query) {
            throw .init(
                .forbidden,
                "This WebSocket needs the token of --token-file: \(Self.socketPath)?token=WORD, or the page as /?token=WORD."
            )
        }
        return .webSocket
    }

    private func page(
        _ request: WebRequest, _ host: Authority, reader: Origin?
    ) throws(WebAnswer.Refusal) -> WebAnswer {
        if request.method == "OPTIONS", request.isPreflight, let reader { return .preflight(reader: reader) }
        guard ["GET", "HEAD"].contains(request.method) else {
            throw .init(.methodNotAllowed, "Files can be read here (GET, HEAD), and nothing else.")
        }
        guard let path = PagePath(request.path) else { throw Self.notFound }
        return .page(path, host: host, reader: reader)
    }

    /// Also the answer for a file that is not there, so that nobody learns which names would be files.
    public static let notFound = WebAnswer.Refusal(.notFound, "There is no such page.")

    private func foreign(_ origin: Origin) -> Origin? { access.isAllowed(origin) ? origin : nil }

    private func quoted(_ text: String) -> String { "\"\(Printable.text(text))\"" }
}

extension WebAnswer.Refusal: Error {}
