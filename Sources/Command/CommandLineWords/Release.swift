/// The release of TapFocus that all programs belong to.
public enum Release {
    /// The number that `--version` says, that traces and the library's description for pkg-config contain (Makefile). The packages and the
    /// module for Python repeat it: Tests/Scripts/packages-test compares them.
    public static let version = "0.2.0"
}
