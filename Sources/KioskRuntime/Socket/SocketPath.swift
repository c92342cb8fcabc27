import Foundation
import Glibc

/// Where the control socket is when nobody says otherwise.
public enum SocketPath {
    /// In the user's runtime directory; for root in /run; elsewhere, where there is neither, in the temporary folder.
    public static var standard: String {
        let directory = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        if !directory.isEmpty { return directory + "/tapfocus.sock" }
        return getuid() == 0 ? "/run/tapfocus.sock" : NSTemporaryDirectory() + "tapfocus-\(getuid()).sock"
    }
}
