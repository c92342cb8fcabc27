import FocusCore
import JSONLines

/// A snapshot's line without the engine: enough for a reader to begin there.
public struct TraceSnapshot: Sendable {
    /// The session, as its header introduces it.
    public var session = TraceSession()
    /// The number of inputs of the session so far.
    public var inputs: UInt64 = 0
    /// The time of the latest input.
    public var time = Instant(nanoseconds: 0)
    /// The state's name in the chart.
    public var state: String?
    /// The camera that arrived last, if the trace names it.
    public var camera: TraceCamera?
    var deadlines = TimerDeadlines()

    /// No line of a snapshot has fewer bytes, and few others have as many.
    static let shortest = 1000

    public init() {}

    /// A line; nil if it is no snapshot of a readable version.
    package init?(_ line: TraceLine) {
        guard !line.isTooLong, line.bytes.count > Self.shortest,
            case .snapshot(let snapshot, _)? = try? TraceRecord(line.bytes)
        else { return nil }
        self = snapshot
    }

    /// The engine in the line of a snapshot, as JSON without spaces; nil if there is none.
    package static func engine(in line: UnsafeRawBufferPointer) -> [UInt8]? {
        guard case .snapshot(_, let engine)? = try? TraceRecord(line) else { return nil }
        return engine?.withoutSpace
    }

    /// Reads a snapshot, and returns the bytes of the engine.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) -> UnsafeRawBufferPointer? {
        var engine: UnsafeRawBufferPointer?
        try scanner.object { (scanner, key) throws(JSONFault) in
            if scanner.takeNull() { return }
            if key == "engine" {
                engine = try scanner.written()
            } else if key == "version" {
                session.version = try scanner.read()
            } else if key == "chart" {
                session.chart = try scanner.read()
            } else if key == "state" {
                state = try scanner.read()
            } else if key == "camera" {
                camera = try scanner.identity()
            } else if key == "timers" {
                deadlines = try scanner.read()
            } else if try !session.read(key, &scanner) {
                try scanner.skip()
            }
        }
        return engine
    }
}

/// The way to write an engine's whole state down, and to read it back. TraceLines runs where there is none: the caller brings it.
public struct SnapshotCoding: Sendable {
    /// The state as JSON without spaces. Equal states have equal bytes.
    let write: @Sendable (borrowing Engine) -> [UInt8]
    let read: @Sendable ([UInt8]) -> SnapshotReading

    public init(
        write: @escaping @Sendable (borrowing Engine) -> [UInt8],
        read: @escaping @Sendable ([UInt8]) -> SnapshotReading
    ) {
        self.write = write
        self.read = read
    }
}

/// The kinds of a recorded state.
public enum SnapshotReading {
    /// The engine with this state.
    case engine(Engine)
    /// The state of a version of the engine with other properties: it cannot be compared.
    case otherProperties
    /// The properties are this version's, but no engine has such values.
    case impossibleValues
}
