import StateTrace

/// A format of other programs, into which a trace is written event by event.
protocol ExportFormat {
    var beginning: [UInt8] { get }
    /// The bytes that an event adds, if any.
    mutating func bytes(for event: TraceEvent) -> [UInt8]
    mutating func ending() -> [UInt8]
}
