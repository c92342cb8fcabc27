/// The address that the server listens on, as far as names and words depend on it.
public enum Listening: Equatable, Sendable {
    /// Both loopback addresses, which "localhost" stands for.
    case localhost
    /// One address in its usual spelling; an IPv6 address without brackets.
    case address(String, isLoopback: Bool)
    /// All addresses of the machine (0.0.0.0, ::).
    case everywhere

    /// The host in the address that a browser on this machine opens.
    public var host: String { ownHost ?? "localhost" }

    /// True if other machines may reach the server.
    public var reachesOthers: Bool {
        switch self {
        case .localhost: false
        case .address(_, let isLoopback): !isLoopback
        case .everywhere: true
        }
    }

    /// The host that the address itself is, as `Authority` spells it; nil where there is more than one.
    var ownHost: String? {
        guard case .address(let text, _) = self else { return nil }
        let host = text.contains(":") ? "[\(text)]" : text
        return Authority(host)?.host
    }
}
