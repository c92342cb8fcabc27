import Foundation
import Glibc

/// Where a program keeps what has to outlive it.
public enum StateFolder {
    /// systemd's `$STATE_DIRECTORY` (the first, where there are several), else `$XDG_STATE_HOME/tapfocus`, else
    /// `~/.local/state/tapfocus` (XDG Base Directory Specification 0.8); nil where there is no home either. Paths that are
    /// not absolute do not count.
    public static func standard(
        _ environment: [String: String] = ProcessInfo.processInfo.environment, home: String? = accountHome
    ) -> String? {
        let first = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        if let first, first.hasPrefix("/") { return first }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/tapfocus" }
        for home in [environment["HOME"], home] {
            if let home, home.hasPrefix("/") { return home + "/.local/state/tapfocus" }
        }
        return nil
    }

    /// The home of the user, as the system's list of accounts has it.
    public static var accountHome: String? {
        getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
    }
}
