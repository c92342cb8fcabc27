import FocusCore

/// Finds the first step of a file that shows something, and a late beginning from which its session still does: of a long day,
/// the last seconds are often enough.
///
/// The file is read once, in constant memory: besides the latest steps of a session, only the
/// inputs that tell of devices and settings are kept. Only if those do not show it, the session is read again, whole.
struct TraceBeginning {
    /// A session up to the step that shows it.
    struct Found {
        var session = TraceSession()
        var beginning = SessionBeginning(Configuration())
        var recording = RecordedRun()
        /// The number of its inputs, before any was left out.
        var inputs = 0
        var number = 0
        var line = 0
        var tries = 0
    }

    /// The latest steps that are kept: a quarter of an hour of samples.
    private static let kept = 50_000

    private var found = Found()
    private var isFound = false
    private var isInterrupted = false
    private var setup = SetupInputs(window: TraceBeginning.kept)
    private let predicate: TracePredicate
    private let progress: (TraceMinimizer.Progress) -> Bool
    private let keepsAll: Bool

    /// - Returns: nil if the person has ended it.
    /// - Throws: `TraceMinimizer.Failure`, `TraceFileError`
    static func find(
        _ path: String, _ predicate: TracePredicate, _ progress: @escaping (TraceMinimizer.Progress) -> Bool
    ) throws -> Found? {
        var latest = TraceBeginning(predicate: predicate, progress: progress, keepsAll: false)
        let report = try latest.read(path)
        if latest.isInterrupted { return nil }
        guard latest.isFound else { throw TraceMinimizer.Failure.notShown(report) }
        if latest.found.inputs <= kept { return latest.found }
        var trial = TraceTrial(beginning: latest.found.beginning, predicate: predicate)
        if let late = latest.lateBeginning(&trial) { return late }
        var whole = TraceBeginning(predicate: predicate, progress: progress, keepsAll: true)
        _ = try whole.read(path)
        guard whole.isFound else { return nil }
        whole.found.tries = trial.count
        return whole.found
    }

    /// Tries the last 500 steps, then four times as many, and so on.
    private func lateBeginning(_ trial: inout TraceTrial) -> Found? {
        var count = 500
        while count <= Self.kept {
            let start = found.recording.end - count
            var session = found.beginning.recording
            for step in setup.all where step.index < start { session.append(step.input, EffectList()) }
            for index in max(start, found.recording.first)..<found.recording.end {
                if let step = found.recording[index] { session.append(step.input, EffectList(step.effects)) }
            }
            let news = TraceMinimizer.Progress(phase: "beginning", inputs: session.end, tries: trial.count)
            guard progress(news) else { return nil }
            if let result = trial.run(session, TraceUnits(session).raw, edit: { _, _ in .keep }) {
                var late = found
                late.recording = result
                late.tries = trial.count
                return late
            }
            count *= 4
        }
        return nil
    }

    /// Reads the file up to the first step that shows it.
    private mutating func read(_ path: String) throws(TraceFileError) -> ReplayReport {
        let replay = try TraceReplay(path: path)
        while !isFound, !isInterrupted, let step = try replay.next() {
            switch step {
            case .session(let configuration, let session):
                begin(Found(session: session, beginning: SessionBeginning(configuration), number: found.number + 1))
            case .resumed(let snapshot, let engine, _): resume(SessionBeginning(snapshot, engine), snapshot.session)
            case .step(let input, let effects, let line): add(input, effects, line)
            }
        }
        return replay.report
    }

    private mutating func begin(_ found: Found) {
        self.found = found
        setup = SetupInputs(window: Self.kept)
    }

    /// A header may precede the snapshot.
    private mutating func resume(_ beginning: SessionBeginning, _ session: TraceSession) {
        let hasHeader = found.number > 0 && found.inputs == 0
        begin(
            Found(
                session: hasHeader ? found.session : session, beginning: beginning, recording: beginning.recording,
                number: hasHeader ? found.number : found.number + 1))
    }

    private mutating func add(_ input: Input, _ effects: EffectList, _ line: Int) {
        setup.add(input, at: found.recording.end)
        found.recording.append(input, effects)
        found.inputs += 1
        if !keepsAll { found.recording.keepLast(Self.kept) }
        isFound = predicate.holds(input, effects)
        found.line = line
        guard found.inputs % 10_000 == 0 else { return }
        isInterrupted = !progress(TraceMinimizer.Progress(phase: "reading", inputs: found.inputs))
    }
}

extension EffectList {
    package init(_ effects: [Effect]) {
        self.init()
        for effect in effects { append(effect) }
    }
}
