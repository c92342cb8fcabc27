/// The format as a header names it.
public enum TraceFormat {
    /// The version that this program writes; raised only for breaking changes.
    public static let version = 2
    static let readableVersions = 1...2
    /// The field `format` of a header.
    public static let name = "tapfocus-trace"
}
