import Glibc
import LinuxSystem

/// The folder for files that outlive the program.
public enum StateFolder {
    /// systemd's `$STATE_DIRECTORY` (the first of several), else `$XDG_STATE_HOME/tapfocus`, else
    /// `~/.local/state/tapfocus` (XDG Base Directory Specification 0.8); nil if there is no home either. Relative paths
    /// are ignored.
    public static func standard(
        _ environment: [String: String] = Self.environment, home: String? = accountHome
    ) -> String? {
        let first = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        if let first, first.hasPrefix("/") { return first }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/tapfocus" }
        for home in [environment["HOME"], home] {
            if let home, home.hasPrefix("/") { return home + "/.local/state/tapfocus" }
        }
        return nil
    }

    /// The variables that count here.
    public static var environment: [String: String] {
        let names = ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                ProcessSurroundings.variable(name).map { (name, $0) }
            })
    }

    /// The user's home folder in the system's list of accounts.
    public static var accountHome: String? {
        getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
    }
}
