import FocusCore
import TraceLines

/// Records a trace anew: the inputs from outside are given to the engine of today, and what it decides is written.
public enum TraceRerecording {
    /// The outcome of a new recording.
    public struct Result: Sendable {
        /// The new trace, if nobody else has taken it.
        public var bytes: [UInt8] = []
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
    ///   - write: gets the new trace, part by part. What it throws ends the recording. Nil: the result has all of it.
    /// - Throws: `TraceFileError` when nothing of the file can be read.
    public static func run(
        path: String, tool: String, chart: String, passed: () -> Void = {}, write: (([UInt8]) throws -> Void)? = nil
    ) throws -> Result {
        let recorder = Recorder(tool: tool, chart: chart, write: write)
        let sessions = RerunSessions { recorder.take($0) }
        let reader = try TraceReader(path: path)
        var waiting: (input: Input, line: Int)?
        func step(_ effects: EffectList) {
            if let waiting { sessions.take(waiting.input, effects, waiting.line) }
            waiting = nil
        }
        while recorder.error == nil, let event = try reader.next() {
            switch event {
            case .session(let session, _):
                // Without an end record the effects of the last input may be missing.
                waiting = nil
                if session.version < TraceFormat.version { recorder.result.isOld = true }
                if let configuration = reader.configuration { sessions.begin(session, configuration) }
            case .input(let input, _, let line):
                step(EffectList())
                passed()
                waiting = (input, line)
            case .effects(let effects, _): step(effects)
            case .snapshot(_, isBeginning: true, let line):
                sessions.abandon()
                recorder.result.fault = .beginsInMiddle(line: line)
            case .snapshot, .mark: break
            case .end: step(EffectList())
            }
        }
        sessions.end()
        recorder.end()
        if let error = recorder.error { throw error }
        recorder.result.fault = recorder.result.fault ?? reader.fault
        return recorder.result
    }

    private final class Recorder {
        var result = Result()
        /// The reason why a part could not be written.
        private(set) var error: (any Error)?
        private let write: (([UInt8]) throws -> Void)?
        private let tool: String
        private let chart: String
        private var lines: SessionLines?

        /// Parts are written from this size on, in bytes.
        private static let partSize = 1 << 16

        init(tool: String, chart: String, write: (([UInt8]) throws -> Void)?) {
            self.write = write
            self.tool = tool
            self.chart = chart
        }

        func take(_ event: TraceRerun.Event) {
            switch event {
            case .session(let session, _, let configuration): begin(session, configuration)
            case .recorded: break
            case .rerun(let step):
                lines?.record(step.input, step.effects)
                flush(from: Self.partSize)
                if step.isFirstDifference { result.hasParted = true }
                if step.isGuess { result.isGuess = true }
            }
        }

        private func begin(_ session: TraceSession, _ configuration: Configuration) {
            end()
            let header = TraceHeader(
                tool: tool, chart: chart, monotonic: session.monotonic ?? 0,
                wallClock: session.wallClock, settings: EngineSettings(configuration))
            var lines = SessionLines(session: nil)
            lines.header(header)
            self.lines = lines
        }

        func end() {
            lines?.end()
            flush(from: 0)
            lines = nil
        }

        /// Writes the lines of the session if they have so many bytes.
        private func flush(from size: Int) {
            guard error == nil, let bytes = lines?.bytes, bytes.count > size else { return }
            do {
                if let write { try write(bytes) } else { result.bytes += bytes }
            } catch {
                self.error = error
            }
            lines?.removeAll()
        }
    }
}
