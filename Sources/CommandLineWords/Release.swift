/// What the programs are a part of.
public enum Release {
    /// The number that `--version` says, that traces and the library's description for pkg-config contain (Makefile).
    public static let version = "0.1.0"
}
