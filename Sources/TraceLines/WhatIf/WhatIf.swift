import FocusCore

/// Answers "what if?": runs the recorded inputs of a trace under the configuration of the headers that it is handed, and
/// compares the machine's transitions with the recorded ones.
///
/// Whoever asks changes a value in the header's configuration and hands all other lines over as they are. It takes lines
/// from any source, and needs nothing of the machine it runs on, so that a page in a browser can ask.
public struct WhatIf {
    /// The line that could not be read; nil so far.
    public private(set) var fault: ReplayReport.Fault?
    /// The transitions of both runs so far.
    public private(set) var comparison = TransitionComparison()
    private var lines = RecordedLines()
    private var run: WhatIfRun?
    /// An input whose recorded effects may follow.
    private var waiting: (input: Input, number: UInt64, line: Int)?

    public init() {}

    /// Takes a line.
    /// - Returns: true when nothing more can be run; `fault` says why.
    public mutating func take(_ line: TraceLine) -> Bool {
        switch lines.read(line) {
        case .nothing: return false
        case .fault(let fault): return fail(fault)
        case .record(let record): return take(record, line)
        }
    }

    /// Ends the run after the last line.
    public mutating func finish() {
        // Without an end record the recorded effects of the last input may be missing: it cannot be compared.
        waiting = nil
        if fault == nil { fault = lines.finish() }
    }

    private mutating func take(_ record: TraceRecord, _ line: TraceLine) -> Bool {
        switch record {
        case .header(let configuration, let session):
            waiting = nil
            guard session.version == TraceFormat.version else {
                let expected = "version \(TraceFormat.version) of the format: an older session cannot be run otherwise"
                return fail(ReplayReport.Fault(line: line.number, column: 0, expected: expected))
            }
            run = WhatIfRun(configuration)
            comparison.beginSession()
            return false
        case .input(let number, let input):
            flush(EffectList())
            if let fault = lines.countInput(number, line.number) { return fail(fault) }
            waiting = (input, number, line.number)
            return false
        case .output(let number, let bytes):
            guard waiting?.number == number else {
                let expected = "the effects directly after their input"
                return fail(ReplayReport.Fault(line: line.number, column: 0, expected: expected))
            }
            var scanner = JSONScanner(bytes)
            do throws(JSONFault) {
                flush(try scanner.effects())
                return false
            } catch {
                return fail(ReplayReport.Fault(line: line.number, column: 0, expected: error.expected))
            }
        case .end(let count):
            flush(EffectList())
            if let fault = lines.endSession(count, line.number) { return fail(fault) }
            return false
        case .snapshot(let snapshot, _):
            flush(EffectList())
            switch lines.placeSnapshot(after: snapshot.inputs, line.number) {
            case .fault(let fault): return fail(fault)
            case .within: return false
            case .beginning: return fail(.beginsInMiddle(line: line.number))
            }
        case .other:
            return false
        }
    }

    /// Runs the waiting input, whose recorded effects are known now.
    private mutating func flush(_ recorded: EffectList) {
        guard let (input, _, line) = waiting else { return }
        waiting = nil
        comparison.note(recorded, at: input.time, line: line, isGuess: false, in: .recording)
        run?.take(input, recorded) { effects, time, isGuess in
            comparison.note(effects, at: time, line: line, isGuess: isGuess, in: .run)
        }
    }

    private mutating func fail(_ fault: ReplayReport.Fault) -> Bool {
        self.fault = fault
        return true
    }
}
