import CSockets

/// The path of the control socket, as a C string.
struct SocketAddress {
    /// Ends with a 0.
    let path: [CChar]
    /// True if every user can make a socket at this path, and nobody has named it: that of another user is refused.
    let isOpenToAll: Bool

    /// Nil for a path that no socket can have.
    init?(_ path: UnsafePointer<CChar>, isOpenToAll: Bool = false) {
        let length = tapfocus_length(path, Int(tapfocus_longest_path) + 1)
        guard 1...Int(tapfocus_longest_path) ~= Int(length) else { return nil }
        self.path = Array(UnsafeBufferPointer(start: path, count: Int(length))) + [0]
        self.isOpenToAll = isOpenToAll
    }

    var text: String { path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" } }

    /// True if this user may speak to a socket of that one at this address.
    func admits(_ owner: UInt32, user: UInt32) -> Bool { !isOpenToAll || owner == user || owner == 0 }

    /// The place where a client looks: the default path, or, if nothing is there and this user may use the socket of the package's
    /// service, that one.
    static var client: SocketAddress? {
        guard let standard else { return nil }
        let folder = "/run/tapfocus"
        let isThere = standard.path.withUnsafeBufferPointer { tapfocus_exists($0.baseAddress) } != 0
        guard !isThere, folder.withCString({ tapfocus_may_enter($0) }) != 0 else { return standard }
        return SocketAddress(folder + "/tapfocus.sock")
    }

    /// The default path of `tapfocus run`: in the user's runtime directory; for root in /run; if there is neither,
    /// in the temporary folder. Nil when that path is too long.
    static var standard: SocketAddress? {
        let directory = environment("XDG_RUNTIME_DIR")
        if !directory.utf8.isEmpty { return SocketAddress(directory + "/tapfocus.sock") }
        let user = tapfocus_user()
        if user == 0 { return SocketAddress("/run/tapfocus.sock") }
        var folder = environment("TMPDIR")
        if folder.utf8.isEmpty { folder = "/tmp" }
        if folder.utf8.last != UInt8(ascii: "/") { folder += "/" }
        return SocketAddress(folder + "tapfocus-\(user).sock", isOpenToAll: true)
    }

    private init?(_ path: String, isOpenToAll: Bool = false) {
        let address: SocketAddress? = path.withCString { SocketAddress($0, isOpenToAll: isOpenToAll) }
        guard let address else { return nil }
        self = address
    }

    /// A variable of the environment; empty where it is not set.
    private static func environment(_ name: String) -> String {
        name.withCString { tapfocus_environment($0) }.map { String(cString: $0) } ?? ""
    }
}
