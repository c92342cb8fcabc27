import FocusCore

/// Feeds the lines of a recording to an engine and compares the engine's effects with the recorded ones, byte for byte.
///
/// It takes lines from any source, and needs nothing of the machine it runs on.
public struct LineReplay {
    /// The result so far.
    public private(set) var report = ReplayReport()
    private var malformed = MalformedLines()
    private var engine: Engine?
    /// Translates a session of version 1; nil in one of the present version.
    private var versionOne: VersionOne?
    private var came = JSONLine(reservingCapacity: 4096)
    private var current: (number: UInt64, line: Int, time: Instant)?
    /// True when the current input has effects that no output record has confirmed yet.
    private var isPending = false
    private var firstTime: Instant?
    private var before: [String] = []
    /// The line of the current input.
    private var step: [UInt8] = []
    private var sessionInputs = 0

    /// Gets each step of the replay; nil: nobody follows it.
    private let follow: ((ReplayStep) -> Void)?

    /// - Parameter follow: gets the beginning of each session and each step of the engine, in order.
    public init(following follow: ((ReplayStep) -> Void)? = nil) {
        self.follow = follow
    }

    /// Takes a line. A malformed line is judged by the lines after it: at the end of the file, or before a new session,
    /// a power cut or a crash tore it; anywhere else it is a fault.
    /// - Returns: true when the replay is over: at the first difference, or at the first malformed line.
    public mutating func take(_ line: TraceLine) -> Bool {
        if line.isTooLong {
            return fail(
                malformed.first ?? ReplayReport.Fault(line: line.number, column: 0, expected: "a line of up to 1 MiB"))
        }
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return false }
        do throws(JSONFault) {
            let record = try TraceRecord(line.bytes)
            if case .header = record {
                report.tornLines += malformed.takeAll()
            } else if let fault = malformed.first {
                return fail(fault)
            } else if report.sessions == 0 {
                throw JSONFault(expected: "a header before everything else", column: 0)
            }
            return take(record, line)
        } catch {
            let fault = ReplayReport.Fault(line: line.number, column: error.column + 1, expected: error.expected)
            guard report.sessions > 0 else {
                if malformed.addTornHeader(fault, line) { return false }
                return fail(
                    ReplayReport.Fault(line: line.number, column: fault.column, expected: "a trace; \(error.expected)"))
            }
            if malformed.add(fault, line) { return false }
            return fail(malformed.first ?? fault)
        }
    }

    private mutating func take(_ record: TraceRecord, _ line: TraceLine) -> Bool {
        switch record {
        case .header(let configuration, let chart, let version):
            endSession()
            versionOne = version == 1 ? VersionOne() : nil
            engine = Engine(configuration: configuration)
            follow?(.session)
            report.sessions += 1
            report.isEnded = false
            report.chart = chart
            sessionInputs = 0
            return false
        case .input(let number, let input):
            if confirmNothingIsPending(line) { return true }
            return feed(input, number, line)
        case .output(let number, let bytes):
            return compare(bytes, number, line)
        case .end(let count):
            if confirmNothingIsPending(line) { return true }
            if let count, count != sessionInputs {
                let expected = "the end of \(sessionInputs) inputs, not of \(count): lines are missing before it"
                return fail(ReplayReport.Fault(line: line.number, column: 0, expected: expected))
            }
            report.isEnded = true
            return false
        case .other:
            return false
        }
    }

    private mutating func feed(_ input: Input, _ number: UInt64, _ line: TraceLine) -> Bool {
        // Other programs may omit the numbers of inputs. If there are numbers, none may be missing.
        let due = (current?.number ?? 0) &+ 1
        guard number == 0 || number == due else {
            let expected = "input \(due), not \(number): lines are missing here, or have changed places"
            return fail(ReplayReport.Fault(line: line.number, column: 0, expected: expected))
        }
        guard !report.isEnded else {
            let expected = "a header, because the session has ended"
            return fail(ReplayReport.Fault(line: line.number, column: 0, expected: expected))
        }
        sessionInputs += 1
        rememberStep()
        step.removeAll(keepingCapacity: true)
        step.append(contentsOf: line.bytes)
        report.inputs += 1
        current = (number, line.number, input.time)
        if firstTime == nil { firstTime = input.time }
        came.removeAll()
        let today = Input(versionOne?.translate(input.event) ?? input.event, at: input.time)
        guard var effects = engine?.step(today) else { return false }
        follow?(.step(today, effects, line: line.number))
        effects = versionOne?.effects(effects, of: today.event) ?? effects
        isPending = !effects.isEmpty
        guard isPending else { return false }
        if versionOne != nil { versionOne?.write(effects, to: &came) } else { came.effects(effects) }
        return false
    }

    private mutating func compare(_ bytes: UnsafeRawBufferPointer, _ number: UInt64, _ line: TraceLine) -> Bool {
        report.compared += 1
        // The effects of an input whose output was compared already, or of another input, do not count for this record.
        if !isPending || current?.number != number { came.removeAll() }
        isPending = false
        if Self.equal(bytes, came.bytes) || Self.withoutSpace(bytes) == came.bytes { return false }
        diverge(line, expected: String(decoding: bytes, as: UTF8.self))
        return true
    }

    /// The recording has no output for the last input, so the engine must not have produced any.
    private mutating func confirmNothingIsPending(_ line: TraceLine) -> Bool {
        guard isPending else { return false }
        diverge(line, expected: "[]")
        return true
    }

    private mutating func diverge(_ line: TraceLine, expected: String) {
        report.divergence = ReplayReport.Divergence(
            line: current?.line ?? line.number, input: current?.number ?? 0,
            step: String(decoding: step, as: UTF8.self),
            expected: expected,
            came: came.bytes.isEmpty ? "[]" : String(decoding: came.bytes, as: UTF8.self), before: before)
        endSession()
    }

    /// Ends the replay where the recording cannot be read on.
    /// - Returns: true, for the replay is over.
    @discardableResult
    public mutating func fail(_ fault: ReplayReport.Fault) -> Bool {
        report.fault = fault
        endSession()
        return true
    }

    /// Ends the replay at the end of the recording; not to be called after `take` or `fail` has ended it.
    public mutating func finish() {
        if let fault = malformed.firstNotTorn {
            report.fault = fault
        } else if report.sessions == 0 {
            let empty = ReplayReport.Fault(line: 1, column: 0, expected: "a trace; the file is empty")
            report.fault = malformed.first ?? empty
        } else {
            report.tornLines += malformed.takeAll()
        }
        endSession()
    }

    /// A session that a power cut ended may lack the output of its last input, which then cannot be compared.
    private mutating func endSession() {
        if let firstTime, let current { report.seconds += current.time.since(firstTime).seconds }
        isPending = false
        firstTime = nil
        current = nil
        before.removeAll()
        step.removeAll()
        came.removeAll()
        engine = nil
    }

    /// Remembers the latest steps with an effect. They are shown when the replay diverges.
    private mutating func rememberStep() {
        guard !came.bytes.isEmpty else { return }
        before.append(String(decoding: step, as: UTF8.self))
        if before.count > 6 { before.removeFirst() }
    }

    private static func equal(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
        right.withUnsafeBytes { left.hasSameBytes(as: $0) }
    }

    /// The bytes without white space, for a file that a person or another program has reformatted.
    private static func withoutSpace(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var isInString = false
        return bytes.filter { byte in
            if byte == UInt8(ascii: "\"") { isInString.toggle() }
            return isInString || (byte != 0x20 && byte != 0x09 && byte != 0x0d)
        }
    }
}
