import FocusCore

/// Finds a small trace that still shows something.
public enum TraceMinimizer {
    /// News of a search for a smaller trace.
    public struct Progress: Equatable, Sendable {
        /// reading, beginning, inputs, times or values.
        public var phase: String
        /// The sizes of the smallest session so far.
        public var inputs: Int
        public var units = 0
        public var touchSequences = 0
        /// The number of runs so far.
        public var tries = 0
    }

    /// The smallest session that was found.
    public struct Result: Sendable {
        public var session: TraceSession
        public var beginning: SessionBeginning
        /// Its steps: the inputs, with the effects of today's engine.
        public var recording: RecordedRun
        public var touchSequences: Int
        public var tries: Int
        /// The number of inputs up to the step that shows it, in the session that shows it first.
        public var inputsBefore: Int
        /// The number of that session in the file, from 1, and the line of the step.
        public var sessionNumber: Int
        public var line: Int
        public var end: End
    }

    /// The end of a search.
    public enum End: Equatable, Sendable {
        /// Nothing more can be left out.
        case smallest
        /// The person has ended it: this is the smallest so far.
        case interrupted
        /// Only the recorded order of its inputs shows it, as when a device sends nonsense: nothing was left out.
        case irreducible
    }

    /// The reasons why nothing was found.
    public enum Failure: Error, Equatable {
        /// No step of the file shows it. The report tells whether the whole file could be read.
        case notShown(ReplayReport)
        /// The person has ended it before anything was found.
        case interrupted
    }

    /// - Parameter progress: gets news; returns false to end the search. What was found so far is then the result.
    /// - Throws: `Failure`, or `TraceFileError` when nothing of the file can be read.
    public static func minimize(
        path: String, until predicate: TracePredicate, progress: @escaping (Progress) -> Bool = { _ in true }
    ) throws -> Result {
        guard let found = try TraceBeginning.find(path, predicate, progress) else { throw Failure.interrupted }
        var reduction = TraceReduction(found.recording, found.beginning, predicate, progress: progress)
        let end: End
        do throws(TraceReduction.Interrupted) {
            end = try reduction.reduce() ? .smallest : .irreducible
        } catch {
            end = .interrupted
        }
        return Result(
            session: found.session, beginning: found.beginning, recording: reduction.recording,
            touchSequences: reduction.units.touchSequences, tries: found.tries + reduction.trial.count,
            inputsBefore: found.inputs, sessionNumber: found.number, line: found.line, end: end)
    }
}

extension TraceMinimizer.Result {
    /// The result as a trace file.
    /// - Parameters:
    ///   - tool: the version of the program.
    ///   - chart: the hash of the chart.
    ///   - note: a remark for people.
    public func trace(tool: String, chart: String, note: String) -> [UInt8] {
        var header = TraceHeader(
            tool: tool, chart: chart, monotonic: recording[recording.first]?.input.time.nanoseconds ?? 0,
            wallClock: session.wallClock, configuration: beginning.engine.configuration)
        // The times of a session that begins in its middle are those of the recording.
        if beginning.snapshot != nil { header.monotonic = session.monotonic ?? 0 }
        var lines = SessionLines(header, beginning)
        lines.note(note)
        for index in beginning.recording.end..<recording.end {
            if let step = recording[index] { lines.record(step.input, EffectList(step.effects)) }
        }
        lines.end()
        return lines.bytes
    }
}
