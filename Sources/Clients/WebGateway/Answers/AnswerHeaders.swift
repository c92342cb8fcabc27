/// The headers of answers.
public enum AnswerHeaders {
    public typealias Header = (name: String, value: String)

    /// The headers of a page.
    /// - Parameters:
    ///   - host: the name under which the page was asked for; its WebSocket has the same.
    ///   - reader: a page of another server that may read it.
    public static func page(host: Authority, reader: Origin?) -> [Header] {
        common(connect: "'self' ws://\(host) wss://\(host)") + crossOrigin(reader)
    }

    /// The headers of the camera's picture.
    /// - Parameter reader: a page of another server that may read it.
    public static func picture(reader: Origin?) -> [Header] {
        common(connect: "'none'").filter { $0.name != "Cache-Control" } + crossOrigin(reader) + [
            ("Cache-Control", "no-store")
        ]
    }

    /// The headers of a refusal.
    public static func refusal(_ status: WebAnswer.Status) -> [Header] {
        switch status {
        case .methodNotAllowed: common(connect: "'none'") + [("Allow", "GET, HEAD, OPTIONS")]
        case .upgradeRequired: common(connect: "'none'") + [("Upgrade", "websocket")]
        case .unavailable: common(connect: "'none'") + [("Retry-After", "1")]
        case .badRequest, .forbidden, .notFound, .tooLarge: common(connect: "'none'")
        }
    }

    /// The headers of the answer to a preflight: files may be read, and no headers are needed for it.
    public static func preflight(reader: Origin) -> [Header] {
        common(connect: "'none'") + crossOrigin(reader) + [
            ("Access-Control-Allow-Methods", "GET, HEAD"), ("Access-Control-Max-Age", "600"),
        ]
    }

    private static func crossOrigin(_ reader: Origin?) -> [Header] {
        reader.map { [("Access-Control-Allow-Origin", $0.description)] } ?? []
    }

    /// Pages run only what they bring themselves: scripts, workers and WebAssembly of this server, no inline script or style,
    /// no frame around them. Pictures and videos may also be what a page has made (a photo, the camera's stream).
    private static func common(connect: String) -> [Header] {
        let policy = [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "style-src 'self'",
            "img-src 'self' blob: data:", "media-src 'self' blob: mediastream:", "connect-src \(connect)",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        return [
            ("Content-Security-Policy", policy.joined(separator: "; ")),
            ("Permissions-Policy", "camera=(self), microphone=(), geolocation=(), display-capture=()"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            // A browser asks each time whether a file has changed; the entity tag makes that answer short.
            ("Cache-Control", "no-cache"), ("Vary", "Origin"),
        ]
    }
}
