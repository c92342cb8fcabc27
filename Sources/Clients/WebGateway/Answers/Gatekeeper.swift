/// Decides what a request gets.
public struct Gatekeeper: Sendable {
    private let access: AccessList
    private let token: Token?
    private let hasPicture: Bool

    /// The path of the WebSocket.
    public static let socketPath = "/socket"
    /// The path of the camera's picture, and that of a single frame.
    public static let picturePath = "/picture"
    public static let photoPath = "/picture.jpg"

    /// - Parameter hasPicture: true if the camera's picture is passed on.
    public init(_ access: AccessList, token: Token? = nil, hasPicture: Bool = false) {
        self.access = access
        self.token = token
        self.hasPicture = hasPicture
    }

    public func answer(_ request: WebRequest) -> WebAnswer {
        do throws(WebAnswer.Refusal) {
            let host = try host(of: request)
            let origin = try origin(of: request)
            guard request.isLengthClear else {
                throw .init(.badRequest, "The request's length is not clear: Content-Length comes once, as a number.")
            }
            if request.hasBody { throw .init(.tooLarge, "A request has no body here.") }
            switch request.path {
            case Self.socketPath: return try webSocket(request, origin)
            case Self.picturePath: return try picture(.stream, request, origin)
            case Self.photoPath: return try picture(.photo, request, origin)
            default: return try page(request, host, reader: origin.flatMap(foreign))
            }
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
        try checkToken(request, "This WebSocket")
        return .webSocket
    }

    private func checkToken(_ request: WebRequest, _ what: String) throws(WebAnswer.Refusal) {
        guard let token, !token.isIn(request.query) else { return }
        throw .init(
            .forbidden,
            "\(what) needs the token of --token-file: \(request.path)?token=WORD, or the page as /?token=WORD.")
    }

    /// A browser tells no origin for an `<img>` that does not ask for it, but it tells whether the page is one of this server.
    private func picture(
        _ wish: PictureWish, _ request: WebRequest, _ origin: Origin?
    ) throws(WebAnswer.Refusal) -> WebAnswer {
        let reader = origin.flatMap(foreign)
        if request.method == "OPTIONS", request.isPreflight, let reader { return .preflight(reader: reader) }
        guard request.method == "GET" else {
            throw .init(.methodNotAllowed, "The picture can be read (GET), and nothing else.")
        }
        guard origin != nil || [nil, "same-origin", "none"].contains(request.site) else {
            throw .init(
                .forbidden,
                "A page of another server shows this picture only as one that is allowed: <img crossorigin>, and "
                    + "--allow-origin.")
        }
        try checkToken(request, "The picture")
        guard hasPicture else {
            throw .init(.notFound, "There is no picture here. Start tapfocus-web with --picture SOCKET.")
        }
        return .picture(wish, reader: reader)
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
