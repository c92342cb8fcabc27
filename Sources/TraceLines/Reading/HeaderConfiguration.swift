import FocusCore

extension Configuration {
    /// The configuration in the header of a session.
    /// - Parameter header: the header's line; nil is returned for any other line.
    public init?(header: UnsafeRawBufferPointer) {
        guard case .header(let configuration, _)? = try? TraceRecord(header) else { return nil }
        self = configuration
    }
}
