import Glibc

/// The user and the environment variables that determine the default path of the control socket.
package struct SocketSurroundings: Equatable, Sendable {
    /// The user's number.
    package var user: UInt32
    /// `$XDG_RUNTIME_DIR`; nil: it is not set, or empty.
    package var runtimeFolder: String?
    /// `$TMPDIR`; nil: it is not set, or empty.
    package var temporaryFolder: String?

    /// Those of this process.
    package static var present: SocketSurroundings {
        SocketSurroundings(
            user: getuid(), runtimeFolder: variable("XDG_RUNTIME_DIR"), temporaryFolder: variable("TMPDIR"))
    }

    /// In the user's runtime directory; for root in /run; if there is neither, in the temporary folder.
    package var standard: SocketPlace {
        if let runtimePath { return SocketPlace(path: runtimePath, isStandard: true) }
        if user == 0 { return SocketPlace(path: Self.rootPath, isStandard: true) }
        return SocketPlace(path: temporaryPath(temporaryFolder ?? "/tmp"), isStandard: true, isOpenToAll: true)
    }

    /// The place where a client looks: the standard one, or, if nothing is there and this user may use the socket of the package's
    /// service, that one.
    /// - Parameters:
    ///   - exists: true if there is a file at a path.
    ///   - mayEnter: true if this user may enter a folder.
    package func client(exists: (String) -> Bool, mayEnter: (String) -> Bool) -> SocketPlace {
        guard !exists(standard.path), mayEnter(Self.serviceFolder) else { return standard }
        return SocketPlace(path: Self.serviceFolder + "/tapfocus.sock", isStandard: true)
    }

    /// Only root can make a folder there.
    private static let serviceFolder = "/run/tapfocus"

    /// The socket in `$XDG_RUNTIME_DIR`; nil: the variable is not set.
    package var runtimePath: String? { runtimeFolder.map { $0 + "/tapfocus.sock" } }

    /// The paths at which a `tapfocus run` listens that was started in another way: by systemd (Documentation/Kiosk.md), by root,
    /// in another kind of session.
    package var otherPaths: [String] {
        var paths: [String] = []
        let usual = [
            Self.serviceFolder + "/tapfocus.sock", Self.rootPath, "/run/user/\(user)/tapfocus.sock",
            temporaryPath(temporaryFolder ?? "/tmp"), temporaryPath("/tmp"),
        ]
        for path in usual where path != standard.path && !paths.contains(path) { paths.append(path) }
        return paths
    }

    /// True if this user may speak to a socket of that one, or take its file for a real one: it is the same user, or root.
    package func trusts(_ owner: UInt32) -> Bool { owner == user || owner == 0 }

    private static let rootPath = "/run/tapfocus.sock"

    private func temporaryPath(_ folder: String) -> String {
        folder + (folder.hasSuffix("/") ? "" : "/") + "tapfocus-\(user).sock"
    }

    /// A variable of the environment; nil if it is not set, or empty.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
