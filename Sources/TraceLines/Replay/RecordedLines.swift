/// Tells the records of a recording from damage. Replay and `TraceReading` share it, so they accept the same files.
///
/// A malformed line at the end of the file, or before a new session, was torn by a power cut or a crash; others are faults.
struct RecordedLines {
    enum Finding {
        case record(TraceRecord)
        /// An empty line, or a malformed one that may turn out to be torn.
        case nothing
        case fault(ReplayReport.Fault)
    }

    /// No session has so many inputs, and a count that is below it can grow.
    private static let mostInputs: UInt64 = 1 << 53
    /// The number of headers so far.
    private(set) var sessions = 0
    /// The numbers of the lines that a power cut or a crash has left unfinished.
    private(set) var tornLines: [Int] = []
    /// True after the end record of the present session.
    private(set) var isEnded = false
    private var malformed = MalformedLines()
    private var inputs = 0
    private var lastNumber: UInt64 = 0

    mutating func read(_ line: TraceLine) -> Finding {
        if line.isTooLong {
            return .fault(
                malformed.first ?? ReplayReport.Fault(line: line.number, column: 0, expected: "a line of up to 1 MiB"))
        }
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return .nothing }
        do throws(JSONFault) {
            let record = try TraceRecord(line.bytes)
            if case .header = record {
                beginSession()
            } else if case .snapshot = record, sessions == 0 {
                // A file that begins in mid-session, or a reader that does.
                beginSession()
            } else if let fault = malformed.first {
                return .fault(fault)
            } else if sessions == 0 {
                throw JSONFault(expected: ForeignFile.header, column: 0)
            }
            return .record(record)
        } catch {
            return judge(error, line)
        }
    }

    private mutating func beginSession() {
        tornLines += malformed.takeAll()
        sessions += 1
        isEnded = false
        inputs = 0
        lastNumber = 0
    }

    private mutating func judge(_ error: JSONFault, _ line: TraceLine) -> Finding {
        let fault = ReplayReport.Fault(line: line.number, column: error.column + 1, expected: error.expected)
        guard sessions > 0 else {
            if malformed.addTornHeader(fault, line) { return .nothing }
            guard !ForeignFile.isHeader(line.bytes) else { return .fault(fault) }
            return .fault(
                ReplayReport.Fault(line: line.number, column: 0, expected: ForeignFile.expectation(for: line.bytes)))
        }
        if malformed.add(fault, line) { return .nothing }
        return .fault(malformed.first ?? fault)
    }

    /// Counts an input. Returns a fault if a number is missing, or the session has ended.
    /// - Parameter number: its number; 0 if it has none, because other programs may omit the numbers.
    mutating func countInput(_ number: UInt64, _ line: Int) -> ReplayReport.Fault? {
        let due = lastNumber &+ 1
        guard number == 0 || number == due else {
            let expected = "input \(due), not \(number): lines are missing here, or have changed places"
            return ReplayReport.Fault(line: line, column: 0, expected: expected)
        }
        guard !isEnded else {
            return ReplayReport.Fault(line: line, column: 0, expected: "a header, because the session has ended")
        }
        inputs += 1
        lastNumber = number
        return nil
    }

    /// The place of a snapshot in its session.
    enum SnapshotPlace {
        /// The inputs before it are not in the recording.
        case beginning
        case within
        case fault(ReplayReport.Fault)
    }

    mutating func placeSnapshot(after count: UInt64, _ line: Int) -> SnapshotPlace {
        guard !isEnded else {
            return .fault(
                ReplayReport.Fault(line: line, column: 0, expected: "a header, because the session has ended"))
        }
        guard count < Self.mostInputs else {
            let expected = "fewer than 2^53 inputs before this state"
            return .fault(ReplayReport.Fault(line: line, column: 0, expected: expected))
        }
        guard let count = Int(exactly: count), inputs == 0 || inputs == count else {
            let expected = "the state after input \(inputs), not after \(count): lines are missing here"
            return .fault(ReplayReport.Fault(line: line, column: 0, expected: expected))
        }
        guard inputs == 0, count > 0 else { return .within }
        inputs = count
        lastNumber = UInt64(count)
        return .beginning
    }

    /// Ends the session. Returns a fault if it has another number of inputs than its end record, if that has one.
    mutating func endSession(_ count: Int?, _ line: Int) -> ReplayReport.Fault? {
        if let count, count != inputs {
            let expected = "the end of \(inputs) inputs, not of \(count): lines are missing before it"
            return ReplayReport.Fault(line: line, column: 0, expected: expected)
        }
        isEnded = true
        return nil
    }

    /// Judges the last lines, at the end of the recording.
    mutating func finish() -> ReplayReport.Fault? {
        if let fault = malformed.firstNotTorn { return fault }
        if sessions == 0 {
            return malformed.first
                ?? ReplayReport.Fault(line: 1, column: 0, expected: "\(ForeignFile.header); the file is empty")
        }
        tornLines += malformed.takeAll()
        return nil
    }
}
