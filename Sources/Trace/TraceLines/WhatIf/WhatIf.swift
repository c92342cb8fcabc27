import FocusCore

/// Answers "what if?": runs the recorded inputs of a trace again (`Rerun`) and compares the machine's transitions with the recorded ones.
///
/// The caller, for example a page in a browser, changes a value in the headers' configuration and hands over the other lines as they are.
public struct WhatIf {
    /// The line that could not be read; nil so far.
    public private(set) var fault: ReplayReport.Fault?
    /// The transitions of both runs so far.
    public private(set) var comparison = TransitionComparison()
    /// The numbers, from 1, of sessions that begin in their middle: Embedded Swift has no decoder for the engine of a snapshot.
    public private(set) var notRun: [Int] = []
    private var reading = TraceReading()
    private var sessions = RerunSessions()
    /// An input whose recorded effects may follow.
    private var waiting: (input: Input, line: Int)?

    public init() {}

    /// Takes a line.
    /// - Returns: true when nothing more can be run; `fault` says why.
    public mutating func take(_ line: TraceLine) -> Bool {
        if case .event(let event) = reading.take(line) { take(event) }
        fault = fault ?? reading.fault
        return fault != nil
    }

    /// Ends the run after the last line.
    public mutating func finish() {
        endSession()
        guard fault == nil else { return }
        reading.finish()
        fault = reading.fault
    }

    private mutating func take(_ event: TraceEvent) {
        switch event {
        case .session(let session, let line):
            guard session.version == TraceFormat.version else {
                let expected = "version \(TraceFormat.version) of the format: an older session cannot be run otherwise"
                return fault = ReplayReport.Fault(line: line, expected: expected)
            }
            endSession()
            comparison.beginSession()
            if let configuration = reading.configuration {
                sessions.begin(session, configuration) { comparison.note($0) }
            }
        case .input(let input, _, let line):
            flush(EffectList())
            waiting = (input, line)
        case .effects(let effects, _): flush(effects)
        case .end: flush(EffectList())
        case .snapshot(_, isBeginning: true, _):
            if comparison.session == 0 { comparison.beginSession() }
            notRun.append(comparison.session)
            sessions.abandon()
        case .snapshot, .remark, .mark: break
        }
    }

    /// Without an end record the recorded effects of the last input may be missing: it cannot be compared.
    private mutating func endSession() {
        waiting = nil
        sessions.end { comparison.note($0) }
    }

    /// Runs the waiting input, whose recorded effects are known now.
    private mutating func flush(_ recorded: EffectList) {
        guard let (input, line) = waiting else { return }
        waiting = nil
        sessions.take(input, recorded, line: line) { comparison.note($0) }
    }
}
