import FocusCore
import JSONLines

/// Something that a recording tells.
public enum TraceEvent: Sendable {
    /// A session begins.
    case session(TraceSession, line: Int)
    /// The engine got an input.
    /// - camera: the camera of a `cameraArrived`, if the trace names it.
    case input(Input, camera: TraceCamera?, line: Int)
    /// The recorded effects of the input before. An input without effects has none of these.
    case effects(EffectList, line: Int)
    /// The engine's state was written down.
    /// - isBeginning: true if the recording does not contain the inputs of the session before it.
    case snapshot(TraceSnapshot, isBeginning: Bool, line: Int)
    /// A remark for people.
    case remark(String, line: Int)
    /// A person's words, and their time.
    case mark(String, Instant, line: Int)
    /// The session has ended regularly.
    case end(line: Int)
}

/// Reads the lines of a recording, from any source, without an engine: they tell what the version that wrote them decided.
/// It accepts and refuses the same lines as replay.
public struct TraceReading {
    /// The outcome of a line.
    public enum Outcome: Sendable {
        case event(TraceEvent)
        /// The line tells nothing: it is empty, or unknown.
        case nothing
        /// The recording cannot be read on; `fault` is the reason.
        case over
    }

    /// The line that could not be read; nil so far. Everything before it was told.
    public private(set) var fault: ReplayReport.Fault?
    /// The configuration of the present session; nil before the first.
    public private(set) var configuration: Configuration?
    private var lines = RecordedLines()
    /// The number of the input whose effects may follow; nil if none may.
    private var current: UInt64?

    public init() {}

    /// The numbers of the lines that a power cut or a crash has left unfinished.
    public var tornLines: [Int] { lines.tornLines }
    /// True if the last session has its end record.
    public var isEnded: Bool { lines.isEnded }

    public mutating func take(_ line: TraceLine) -> Outcome {
        do throws(ReplayReport.Fault) {
            guard let record = try lines.read(line), let told = try event(of: record, line) else { return .nothing }
            return .event(told)
        } catch {
            return fail(error)
        }
    }

    private mutating func event(of record: TraceRecord, _ line: TraceLine) throws(ReplayReport.Fault) -> TraceEvent? {
        switch record {
        case .header(let configuration, let session):
            current = nil
            self.configuration = configuration
            return .session(session, line: line.number)
        case .input(let number, let input):
            try lines.countInput(number, line.number)
            current = number
            return .input(input, camera: Self.camera(of: input, line), line: line.number)
        case .output(let number, let bytes): return .effects(try effects(bytes, of: number, line), line: line.number)
        case .end(let count):
            try lines.endSession(count, line.number)
            current = nil
            return .end(line: line.number)
        case .snapshot(let snapshot, _):
            let isBeginning = try lines.placeSnapshot(after: snapshot.inputs, line.number)
            if isBeginning { current = nil }
            return .snapshot(snapshot, isBeginning: isBeginning, line: line.number)
        case .other:
            var scanner = JSONScanner(line.bytes)
            guard let words = try? scanner.words() else { return nil }
            guard let time = words.time else { return .remark(words.text, line: line.number) }
            return .mark(words.text, time, line: line.number)
        }
    }

    package static func camera(of input: Input, _ line: TraceLine) -> TraceCamera? {
        guard case .cameraArrived = input.event else { return nil }
        var scanner = JSONScanner(line.bytes)
        return (try? scanner.arrivedCamera()) ?? nil
    }

    private mutating func effects(
        _ bytes: UnsafeRawBufferPointer, of number: UInt64, _ line: TraceLine
    ) throws(ReplayReport.Fault) -> EffectList {
        guard current == number else {
            throw ReplayReport.Fault(line: line.number, expected: "the effects directly after their input")
        }
        current = nil
        var scanner = JSONScanner(bytes)
        do throws(JSONFault) {
            return try scanner.effects()
        } catch {
            let place = JSONScanner(line.bytes).place(of: JSONScanner.Key(bytes: bytes))
            let column = place + error.column + 1
            throw ReplayReport.Fault(line: line.number, column: column, expected: error.expected)
        }
    }

    /// Ends the reading where the recording cannot be read on.
    @discardableResult
    public mutating func fail(_ fault: ReplayReport.Fault) -> Outcome {
        self.fault = fault
        return .over
    }

    /// Ends the reading at the end of the recording; not to be called after `take` has returned `over`.
    public mutating func finish() { fault = lines.finish() }
}

extension JSONScanner {
    /// A remark, or a mark with its time; nil if the line is neither.
    fileprivate mutating func words() throws(JSONFault) -> (text: String, time: Instant?)? {
        var mark: String?
        var note: String?
        var time: Int64?
        try object { (scanner, key) throws(JSONFault) in
            if key == "mark" {
                mark = try scanner.lenient()
            } else if key == "note" {
                note = try scanner.lenient()
            } else if key == "t" {
                time = try scanner.integer()
            } else {
                try scanner.skip()
            }
        }
        if let mark, let time { return (mark, Instant(nanoseconds: time)) }
        return note.map { ($0, nil) }
    }
}

extension Configuration {
    /// The configuration in the header of a session.
    /// - Parameter header: the header's line; nil is returned for any other line.
    public init?(header: UnsafeRawBufferPointer) {
        guard case .header(let configuration, _)? = try? TraceRecord(header) else { return nil }
        self = configuration
    }
}
