import StateTrace

/// The trace of a kiosk, as its user wants it.
public struct TraceOptions: Equatable, Sendable {
    /// The place of a trace.
    public enum Destination: Equatable, Sendable {
        /// A file, which is appended to.
        case file(String)
        /// A folder of files; the oldest files are removed.
        case ring(TraceRing)
    }

    public var destination: Destination
    /// Only what surrounds these troubles is kept; nil: everything.
    public var troubles: Troubles?

    public init(_ destination: Destination, on troubles: Troubles? = nil) {
        self.destination = destination
        self.troubles = troubles
    }

    /// The file, or the folder of a ring.
    public var path: String {
        switch destination {
        case .file(let path): path
        case .ring(let ring): ring.folder
        }
    }
}
