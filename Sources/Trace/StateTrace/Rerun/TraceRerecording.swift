import FocusCore

/// Records a trace again: the present engine gets the inputs from outside, and its decisions are written. The words of
/// people stay where they were.
public enum TraceRerecording {
    /// The outcome of a new recording.
    public struct Result: Sendable {
        /// True if the engine decides something otherwise than recorded.
        public var hasParted = false
        /// True if it needed an answer that the recording does not have.
        public var isGuess = false
        /// The line that could not be read; nil if there is none.
        public var fault: ReplayReport.Fault?
        /// True if the trace is of a version of the format that is only replayed.
        public var isOld = false
    }

    /// - Parameters:
    ///   - tool: the version of the program.
    ///   - chart: the hash of the chart.
    ///   - passed: called for each recorded input.
    ///   - write: gets the new trace, part by part. What it throws ends the recording.
    /// - Throws: `TraceFileError` when nothing of the file can be read.
    public static func run(
        path: String, tool: String, chart: String, passed: () -> Void = {}, write: @escaping ([UInt8]) throws -> Void
    ) throws -> Result {
        let reader = try TraceReader(path: path)
        var recorder = Recorder(write: write, tool: tool, chart: chart)
        var sessions = RerunSessions()
        var waiting: (input: Input, line: Int)?
        func step(_ effects: EffectList) {
            if let waiting { sessions.take(waiting.input, effects, line: waiting.line) { recorder.record($0) } }
            waiting = nil
        }
        while recorder.result.fault == nil, recorder.error == nil, let event = try reader.next() {
            switch event {
            case .session(let session, _):
                // Without an end record the effects of the last input may be missing.
                waiting = nil
                if session.version < TraceFormat.version { recorder.result.isOld = true }
                sessions.end { recorder.record($0) }
                recorder.endSession()
                recorder.devices = TraceSession.devices(inHeader: reader.bytes)
                if let configuration = reader.configuration {
                    sessions.begin(session, configuration) { recorder.record($0) }
                }
            case .input(let input, let camera, let line):
                step(EffectList())
                if let camera { recorder.remember(.camera(camera), line) }
                passed()
                waiting = (input, line)
            case .effects(let effects, _): step(effects)
            case .snapshot(let snapshot, isBeginning: true, let line):
                guard let engine = EngineSnapshot.engine(inLine: reader.bytes) else {
                    recorder.result.fault = .foreignEngine(line: line)
                    break
                }
                sessions.resume(snapshot, engine) { recorder.record($0) }
            case .remark(let text, let line): recorder.remember(.remark(text), line)
            case .mark(let text, let time, let line): recorder.remember(.mark(text, time), line)
            case .snapshot: break
            case .end: step(EffectList())
            }
        }
        sessions.end { recorder.record($0) }
        recorder.endSession()
        if let error = recorder.error { throw error }
        recorder.result.fault = recorder.result.fault ?? reader.fault
        return recorder.result
    }

    /// Writes the steps of a re-run, and between them what only people read.
    fileprivate struct Recorder {
        /// Something that the engine does not see, and that goes into the new recording.
        enum Note {
            case remark(String)
            case mark(String, Instant)
            case camera(TraceCamera)
        }

        var result = Result()
        /// The devices of the header that was read last, as JSON; nil: it names none.
        var devices: [UInt8]?
        private(set) var error: (any Error)?
        private let write: ([UInt8]) throws -> Void
        private let tool: String
        private let chart: String
        /// The session that is being written. Its header waits, because a snapshot may follow it.
        private var lines: SessionLines?
        private var header: TraceHeader?
        /// Notes whose place in the new recording is not reached yet, with their lines in the old one.
        private var notes: [(line: Int, note: Note)] = []
        private var camera: TraceCamera?

        /// Parts are written from this size on, in bytes.
        private static let partSize = 1 << 16

        init(write: @escaping ([UInt8]) throws -> Void, tool: String, chart: String) {
            self.write = write
            self.tool = tool
            self.chart = chart
        }

        mutating func remember(_ note: Note, _ line: Int) { notes.append((line, note)) }

        mutating func record(_ event: RerunSessions.Event) {
            switch event {
            case .session(let session, _, let configuration):
                header = TraceHeader(
                    tool: tool, chart: chart, monotonic: session.monotonic ?? 0, wallClock: session.wallClock,
                    configuration: configuration)
                header?.recordedDevices = devices
            case .resumed(let beginning): begin(beginning)
            case .recorded(let step):
                begin(nil)
                writeNotes(before: step.line)
                camera = nil
                if case .camera(let arrived)? = notes.first(where: { $0.line == step.line })?.note { camera = arrived }
            case .rerun(let step):
                lines?.record(step.input, step.effects, camera: camera)
                flush(from: Self.partSize)
                if step.isFirstDifference { result.hasParted = true }
                if step.isGuess { result.isGuess = true }
            }
        }

        /// Writes the header, if it waits.
        private mutating func begin(_ beginning: SessionBeginning?) {
            guard let header else { return }
            self.header = nil
            lines = SessionLines(header, beginning ?? SessionBeginning(Configuration()))
        }

        private mutating func writeNotes(before line: Int) {
            let count = notes.prefix { $0.line < line }.count
            for (_, note) in notes.prefix(count) {
                switch note {
                case .remark(let text): lines?.note(text)
                case .mark(let text, let time): lines?.mark(text, at: time)
                case .camera: break
                }
            }
            notes.removeFirst(count)
        }

        mutating func endSession() {
            begin(nil)
            writeNotes(before: .max)
            lines?.end()
            flush(from: 0)
            lines = nil
        }

        /// Writes the lines of the session if they have so many bytes.
        private mutating func flush(from size: Int) {
            guard error == nil, let bytes = lines?.bytes, bytes.count > size else { return }
            do {
                try write(bytes)
            } catch {
                self.error = error
            }
            lines?.removeAll()
        }
    }
}
