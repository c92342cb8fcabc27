/// The names under which this server may be addressed, and the pages that may use it.
///
/// A name that is not on the list is a page that has its own name point to this machine (DNS rebinding): the browser then
/// takes that page for ours. An origin that is not on the list is a page of somebody else.
public struct AccessList: Sendable {
    private let port: UInt16
    private let ownHosts: Set<String>
    private let allowedHosts: Set<Authority>
    private let allowedOrigins: Set<Origin>

    /// - Parameters:
    ///   - port: the port that the server listens on.
    ///   - address: the address that it listens on; nil: loopback.
    public init(port: UInt16, address: String? = nil, hosts: [Authority] = [], origins: [Origin] = []) {
        self.port = port
        var own: Set = ["localhost", "127.0.0.1", "[::1]"]
        if let address, !Self.meansAll(address) { own.insert(address.contains(":") ? "[\(address)]" : address) }
        ownHosts = own
        allowedHosts = Set(hosts)
        allowedOrigins = Set(origins)
    }

    /// True for an address that stands for all of a machine's addresses, and so is nobody's name.
    private static func meansAll(_ address: String) -> Bool { ["0.0.0.0", "::"].contains(address) }

    /// True if a Host header names this server.
    public func admits(_ host: Authority) -> Bool {
        if ownHosts.contains(host.host), (host.port ?? 80) == port { return true }
        if allowedHosts.contains(host) { return true }
        return host.port == port && allowedHosts.contains(Authority(host: host.host, port: nil))
    }

    /// True if a page may use this server: one that it has served itself, or one that is allowed.
    public func admits(_ origin: Origin) -> Bool {
        allowedOrigins.contains(origin) || (origin.scheme == "http" && admits(origin.authority))
    }

    /// True if a page of another server may use this one.
    func isAllowed(_ origin: Origin) -> Bool { allowedOrigins.contains(origin) }
}
