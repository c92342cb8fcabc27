/// The format as a header names it.
public enum TraceFormat {
    /// The version that this program writes and reads; raised only for breaking changes.
    public static let version = 1
    /// The field `format` of a header.
    public static let name = "tapfocus-trace"
}
