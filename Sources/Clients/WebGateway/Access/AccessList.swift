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
    ///   - listening: the address that it listens on, which is a name of its own.
    public init(port: UInt16, listening: Listening = .localhost, hosts: [Authority] = [], origins: [Origin] = []) {
        self.port = port
        ownHosts = Set(["localhost", "127.0.0.1", "[::1]"] + [listening.ownHost].compactMap { $0 })
        allowedHosts = Set(hosts)
        allowedOrigins = Set(origins)
    }

    /// True if a Host header names this server.
    public func admits(_ host: Authority) -> Bool {
        if isOwn(host) || allowedHosts.contains(host) { return true }
        return host.port == port && allowedHosts.contains(Authority(host: host.host, port: nil))
    }

    /// True if a page may use this server: one that it has served itself under a name of its own, or one that is allowed.
    ///
    /// An allowed host is only a name that requests may use. Who answers plain http under that name is up to the network: a page of
    /// it is let in if its origin is allowed, too.
    public func admits(_ origin: Origin) -> Bool {
        allowedOrigins.contains(origin) || (origin.scheme == "http" && isOwn(origin.authority))
    }

    /// True if a page of another server may use this one.
    func isAllowed(_ origin: Origin) -> Bool { allowedOrigins.contains(origin) }

    private func isOwn(_ host: Authority) -> Bool { ownHosts.contains(host.host) && (host.port ?? 80) == port }
}
