/// The release of TapFocus that all programs belong to.
public enum Release {
    /// The number that `--version` says, that traces and the library's description for pkg-config contain (Makefile).
    public static let version = "0.1.0"
}
