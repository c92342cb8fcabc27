import FocusCore
import JSONLines

/// Feeds the lines of a recording to an engine and compares the engine's effects with the recorded ones, byte for byte.
public struct LineReplay {
    /// The result so far.
    public private(set) var report = ReplayReport()
    private var lines = RecordedLines()
    /// The engine of the session that is being replayed.
    public private(set) var engine: Engine?
    /// Translates a session of version 1; nil in one of the present version.
    private var versionOne: VersionOne?
    private var came = JSONLine(reservingCapacity: 4096)
    /// The same effects as a recording has them that does not tell yet why a tap has failed; empty: there is no difference.
    private var cameWithoutReasons = JSONLine()
    /// The latest input, and the time of its session's first.
    private var current: (number: UInt64, line: Int, time: Instant, start: Instant)?
    /// True when the current input has effects that no output record has confirmed yet.
    private var isPending = false
    /// The line of the current input.
    private var step: [UInt8] = []

    /// Gets each step of the replay; nil: nobody follows it.
    private let follow: ((ReplayStep) -> Void)?
    /// Nil: snapshots are passed over.
    private let snapshots: SnapshotCoding?

    /// - Parameters:
    ///   - snapshots: nil: snapshots are not compared, and a session that begins with one cannot be replayed.
    ///   - follow: gets the beginning of each session and each step of the engine, in order.
    public init(snapshots: SnapshotCoding? = nil, following follow: ((ReplayStep) -> Void)? = nil) {
        self.snapshots = snapshots
        self.follow = follow
    }

    /// Takes a line. `RecordedLines` tells torn lines from faults.
    /// - Returns: true when the replay is over: at the first difference, or at the first malformed line.
    public mutating func take(_ line: TraceLine) -> Bool {
        do throws(ReplayReport.Fault) {
            if let record = try lines.read(line) { try take(record, line) }
        } catch {
            return fail(error)
        }
        return report.divergence != nil
    }

    private mutating func take(_ record: TraceRecord, _ line: TraceLine) throws(ReplayReport.Fault) {
        switch record {
        case .header(let configuration, let session):
            endSession()
            versionOne = session.version == 1 ? VersionOne() : nil
            engine = Engine(configuration: configuration)
            follow?(.session(configuration, session))
            noteSession(session)
        case .input(let number, let input):
            guard confirmsNothingIsPending(line) else { return }
            try feed(input, number, line)
        case .output(let number, let bytes): compare(bytes, number, line)
        case .end(let count):
            guard confirmsNothingIsPending(line) else { return }
            try lines.endSession(count, line.number)
            report.isEnded = true
        case .snapshot(let snapshot, let bytes):
            guard confirmsNothingIsPending(line) else { return }
            let isBeginning = try lines.placeSnapshot(after: snapshot.inputs, line.number)
            // A reader that begins at this line has no engine yet.
            if isBeginning || engine == nil { try resume(snapshot, bytes, line) } else { compareState(bytes, line) }
        case .other: break
        }
    }

    private mutating func noteSession(_ session: TraceSession) {
        report.sessions = lines.sessions
        report.tornLines = lines.tornLines
        report.isEnded = false
        report.chart = session.chart
    }

    /// Goes on with a session whose inputs so far are not in the recording.
    private mutating func resume(
        _ snapshot: TraceSnapshot, _ bytes: UnsafeRawBufferPointer?, _ line: TraceLine
    ) throws(ReplayReport.Fault) {
        noteSession(snapshot.session)
        guard let snapshots, let bytes, case .engine(let engine) = snapshots.read(bytes.withoutSpace) else {
            throw ReplayReport.Fault.foreignEngine(line: line.number)
        }
        self.engine = engine
        follow?(.resumed(snapshot, engine, line: line.number))
    }

    private mutating func compareState(_ bytes: UnsafeRawBufferPointer?, _ line: TraceLine) {
        guard let snapshots, let bytes, let engine else { return }
        let own = snapshots.write(engine)
        let recorded = bytes.withoutSpace
        guard recorded != own else {
            report.snapshots += 1
            return
        }
        if case .otherProperties = snapshots.read(recorded) {
            report.foreignSnapshots += 1
            return
        }
        report.snapshots += 1
        diverge(
            line.number, .state, expected: String(decoding: recorded, as: UTF8.self),
            came: String(decoding: own, as: UTF8.self))
    }

    private mutating func feed(_ input: Input, _ number: UInt64, _ line: TraceLine) throws(ReplayReport.Fault) {
        try lines.countInput(number, line.number)
        step.removeAll(keepingCapacity: true)
        step.append(contentsOf: line.bytes)
        report.inputs += 1
        current = (number, line.number, input.time, current?.start ?? input.time)
        came.removeAll()
        cameWithoutReasons.removeAll()
        let today = Input(versionOne?.translate(input.event) ?? input.event, at: input.time)
        guard let effects = engine?.step(today) else { return }
        follow?(.step(today, effects, line: line.number))
        isPending = !effects.isEmpty
        if isPending { write(effects, of: today.event) }
    }

    private mutating func write(_ effects: EffectList, of event: Input.Event) {
        guard var versionOne else {
            if let earlier = effects.withoutReasons { cameWithoutReasons.effects(earlier) }
            return came.effects(effects)
        }
        let old = versionOne.effects(effects, of: event)
        isPending = !old.isEmpty
        versionOne.write(old, to: &came)
        self.versionOne = versionOne
    }

    private mutating func compare(_ bytes: UnsafeRawBufferPointer, _ number: UInt64, _ line: TraceLine) {
        report.compared += 1
        // The effects of an input whose output was compared already, or of another input, do not count for this record.
        if !isPending || current?.number != number { came.removeAll() }
        isPending = false
        if Self.equal(bytes, came.bytes) || bytes.withoutSpace == came.bytes { return }
        if !came.bytes.isEmpty, !cameWithoutReasons.bytes.isEmpty, bytes.withoutSpace == cameWithoutReasons.bytes {
            return
        }
        divergeInEffects(line, expected: String(decoding: bytes, as: UTF8.self))
    }

    /// The recording has no output for the last input, so the engine must not have produced any.
    private mutating func confirmsNothingIsPending(_ line: TraceLine) -> Bool {
        if isPending { divergeInEffects(line, expected: "[]") }
        return report.divergence == nil
    }

    private mutating func divergeInEffects(_ line: TraceLine, expected: String) {
        diverge(
            current?.line ?? line.number, .effects, expected: expected,
            came: came.bytes.isEmpty ? "[]" : String(decoding: came.bytes, as: UTF8.self))
    }

    private mutating func diverge(
        _ line: Int, _ concern: ReplayReport.Divergence.Concern, expected: String, came: String
    ) {
        report.divergence = ReplayReport.Divergence(
            concern: concern, line: line, time: current?.time ?? Instant(nanoseconds: 0), input: current?.number ?? 0,
            step: String(decoding: step, as: UTF8.self), expected: expected, came: came)
        endSession()
    }

    /// Ends the replay where the recording cannot be read on, and returns true.
    @discardableResult
    public mutating func fail(_ fault: ReplayReport.Fault) -> Bool {
        report.fault = fault
        endSession()
        return true
    }

    /// Ends the replay at the end of the recording; not to be called after `take` or `fail` has ended it.
    public mutating func finish() {
        report.fault = lines.finish()
        report.tornLines = lines.tornLines
        endSession()
    }

    /// Ends the replay in the middle of the recording, where whoever follows it has seen enough.
    public mutating func interrupt() {
        report.tornLines = lines.tornLines
        endSession()
    }

    /// A session that a power cut ended may lack the output of its last input, which then cannot be compared.
    private mutating func endSession() {
        if let current { report.seconds += current.time.since(current.start).seconds }
        isPending = false
        current = nil
        step.removeAll()
        came.removeAll()
        engine = nil
    }

    private static func equal(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
        right.withUnsafeBytes { left.hasSameBytes(as: $0) }
    }
}

/// News for somebody who follows a replay.
public enum ReplayStep: Sendable {
    /// A session begins, with a new engine. Indirect, because a configuration is large.
    indirect case session(Configuration, TraceSession)
    /// A session begins in its middle, with the engine of a snapshot. Indirect, because an engine is large.
    indirect case resumed(TraceSnapshot, Engine, line: Int)
    /// The engine has taken an input of this line, from 1, and returned these effects.
    case step(Input, EffectList, line: Int)
}
