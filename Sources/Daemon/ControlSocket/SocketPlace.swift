import Glibc

/// The path at which a program looks for the control socket.
public struct SocketPlace: Equatable, Sendable {
    public let path: String
    /// True if nobody has named the path.
    package private(set) var isStandard = false
    /// True if every user can make a file at this path, and nobody has named it. Then the socket of another user is none that a
    /// program may speak to: whoever comes first could answer in the name of `tapfocus run`.
    package private(set) var isOpenToAll = false
}

extension SocketPlace {
    /// The path that a person has named, which is their own word; nil: where all clients look for the socket.
    public init(_ named: String?) {
        self =
            named.map { SocketPlace(path: $0) }
            ?? SocketSurroundings.present.client(
                exists: { access($0, F_OK) == 0 }, mayEnter: { access($0, X_OK) == 0 })
    }

    /// In the user's runtime directory; for root in /run; if there is neither, in the temporary folder.
    public static var standard: SocketPlace { SocketSurroundings.present.standard }
}
