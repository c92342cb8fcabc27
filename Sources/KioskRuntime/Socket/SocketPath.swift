import Foundation
import Glibc

/// The control socket's default path.
public enum SocketPath {
    /// In the user's runtime directory; for root in /run; if there is neither, in the temporary folder.
    public static var standard: String {
        let directory = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        if !directory.isEmpty { return directory + "/tapfocus.sock" }
        return getuid() == 0 ? "/run/tapfocus.sock" : NSTemporaryDirectory() + "tapfocus-\(getuid()).sock"
    }
}
