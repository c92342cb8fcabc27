import JSONLines

/// Tells the records of a recording from damage. Replay and `TraceReading` share it, so they accept the same files.
///
/// A malformed line at the end of the file, or before a new session, was torn by a power cut or a crash; others are faults.
struct RecordedLines {
    /// No session has so many inputs, and a count that is below it can grow.
    private static let mostInputs: UInt64 = 1 << 53
    /// The number of headers so far.
    private(set) var sessions = 0
    private(set) var tornLines: [Int] = []
    /// True after the end record of the present session.
    private(set) var isEnded = false
    private var malformed = MalformedLines()
    private var inputs = 0
    private var lastNumber: UInt64 = 0

    /// The record in a line; nil for an empty line, and for a malformed one that may turn out to be torn.
    mutating func read(_ line: TraceLine) throws(ReplayReport.Fault) -> TraceRecord? {
        guard !line.isTooLong else {
            throw malformed.first ?? ReplayReport.Fault(line: line.number, expected: "a line of up to 1 MiB")
        }
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return nil }
        let record: TraceRecord
        do throws(JSONFault) {
            record = try TraceRecord(line.bytes)
        } catch {
            try judge(error, line)
            return nil
        }
        switch record {
        case .header: beginSession()
        // A file may begin in mid-session, and so may a reader.
        case .snapshot where sessions == 0: beginSession()
        default:
            if let fault = malformed.first { throw fault }
            guard sessions > 0 else {
                try judge(JSONFault(expected: ForeignFile.header, column: 0), line)
                return nil
            }
        }
        return record
    }

    private mutating func beginSession() {
        tornLines += malformed.takeAll()
        sessions += 1
        isEnded = false
        inputs = 0
        lastNumber = 0
    }

    /// Throws unless a power cut or a crash can have left the line.
    private mutating func judge(_ error: JSONFault, _ line: TraceLine) throws(ReplayReport.Fault) {
        let fault = ReplayReport.Fault(line: line.number, column: error.column + 1, expected: error.expected)
        guard sessions == 0 else {
            if malformed.add(fault, line) { return }
            throw malformed.first ?? fault
        }
        if malformed.addTornHeader(fault, line) { return }
        guard !ForeignFile.isHeader(line.bytes) else { throw fault }
        throw ReplayReport.Fault(line: line.number, expected: ForeignFile.expectation(for: line.bytes))
    }

    /// Counts an input. Throws if a number is missing, or the session has ended.
    /// - Parameter number: its number; 0 if it has none, because other programs may omit the numbers.
    mutating func countInput(_ number: UInt64, _ line: Int) throws(ReplayReport.Fault) {
        let due = lastNumber &+ 1
        guard number == 0 || number == due else {
            let expected = "input \(due), not \(number): lines are missing here, or have changed places"
            throw ReplayReport.Fault(line: line, expected: expected)
        }
        try confirmSession(line)
        inputs += 1
        lastNumber = number
    }

    /// Finds the place of a snapshot in its session. Returns true if the inputs before it are not in the recording.
    mutating func placeSnapshot(after count: UInt64, _ line: Int) throws(ReplayReport.Fault) -> Bool {
        try confirmSession(line)
        guard count < Self.mostInputs else {
            throw ReplayReport.Fault(line: line, expected: "fewer than 2^53 inputs before this state")
        }
        guard let count = Int(exactly: count), inputs == 0 || inputs == count else {
            let expected = "the state after input \(inputs), not after \(count): lines are missing here"
            throw ReplayReport.Fault(line: line, expected: expected)
        }
        guard inputs == 0, count > 0 else { return false }
        inputs = count
        lastNumber = UInt64(count)
        return true
    }

    private func confirmSession(_ line: Int) throws(ReplayReport.Fault) {
        guard isEnded else { return }
        throw ReplayReport.Fault(line: line, expected: "a header, because the session has ended")
    }

    /// Ends the session. Throws if it has another number of inputs than its end record, if that has one.
    mutating func endSession(_ count: Int?, _ line: Int) throws(ReplayReport.Fault) {
        if let count, count != inputs {
            let expected = "the end of \(inputs) inputs, not of \(count): lines are missing before it"
            throw ReplayReport.Fault(line: line, expected: expected)
        }
        isEnded = true
    }

    /// Judges the last lines, at the end of the recording.
    mutating func finish() -> ReplayReport.Fault? {
        if let fault = malformed.firstNotTorn { return fault }
        if sessions == 0 {
            return malformed.first ?? ReplayReport.Fault(line: 1, expected: "\(ForeignFile.header); the file is empty")
        }
        tornLines += malformed.takeAll()
        return nil
    }
}
