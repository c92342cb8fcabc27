import Glibc

/// The control socket's default path.
public enum SocketPath {
    /// In the user's runtime directory; for root in /run; if there is neither, in the temporary folder.
    public static var standard: String {
        if let folder = variable("XDG_RUNTIME_DIR") { return folder + "/tapfocus.sock" }
        if getuid() == 0 { return "/run/tapfocus.sock" }
        let folder = variable("TMPDIR") ?? "/tmp"
        return folder + (folder.hasSuffix("/") ? "" : "/") + "tapfocus-\(getuid()).sock"
    }

    /// A variable of the environment; nil if it is not set, or empty.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
