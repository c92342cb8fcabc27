import FocusCore

/// Reads a trace file as it was recorded, event by event, in constant memory for a file of any length.
public final class TraceReader {
    private let lines: LineReader
    private var reading = TraceReading()
    /// The line of the last event, as it is in the file; valid until the next call of `next`.
    public private(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// True once an event was read.
    public private(set) var hasBegun = false
    private var isOver = false
    private let isGrowing: Bool

    /// - Parameters:
    ///   - place: the snapshot to begin at; nil: at the beginning of the file. Events count their lines from there.
    ///   - isGrowing: true if more may be written to the file. `next` then returns nil at the end of what is there,
    ///     and goes on when more is there.
    /// - Throws: `TraceFileError` when the file cannot be opened.
    public init(path: String, from place: SnapshotSearch.Place? = nil, isGrowing: Bool = false) throws(TraceFileError) {
        lines = try LineReader(path: path, isGrowing: isGrowing, from: place?.offset ?? 0)
        self.isGrowing = isGrowing
    }

    /// The number of the line that could not be read; nil if all lines so far could be read.
    public var fault: ReplayReport.Fault? {
        guard var fault = reading.fault else { return nil }
        fault.line += lines.linesBefore
        return fault
    }

    /// The configuration of the present session; nil before the first.
    public var configuration: Configuration? { reading.configuration }
    /// The numbers of the lines that a power cut or a crash has left unfinished.
    public var tornLines: [Int] { reading.tornLines.map { $0 + lines.linesBefore } }
    /// True if the last session has its end record.
    public var isEnded: Bool { reading.isEnded }

    /// The next event; nil at the end, and before a line that cannot be read: `fault` then tells which.
    /// - Throws: `TraceFileError` when nothing of the file can be read.
    public func next() throws(TraceFileError) -> TraceEvent? {
        guard !isOver else { return nil }
        var fault: ReplayReport.Fault?
        while let line = try lines.next(&fault) {
            bytes = line.bytes
            switch reading.take(line) {
            case .event(let event):
                hasBegun = true
                return event
            case .nothing: continue
            case .over:
                isOver = true
                return nil
            }
        }
        isOver = fault != nil || !isGrowing
        if let fault { reading.fail(fault) } else if isOver { reading.finish() }
        return nil
    }
}
