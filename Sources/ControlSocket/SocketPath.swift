/// The control socket's default path.
public enum SocketPath {
    /// In the user's runtime directory; for root in /run; if there is neither, in the temporary folder.
    public static var standard: String { SocketPlace.standard.path }
}
