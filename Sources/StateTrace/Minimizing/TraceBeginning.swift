import FocusCore
import TraceLines

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

    private let path: String
    private let predicate: TracePredicate
    private let progress: (TraceMinimizer.Progress) -> Bool

    init(_ path: String, _ predicate: TracePredicate, _ progress: @escaping (TraceMinimizer.Progress) -> Bool) {
        self.path = path
        self.predicate = predicate
        self.progress = progress
    }

    /// - Returns: nil if the person has ended it.
    /// - Throws: `TraceMinimizer.Failure`, `TraceFileError`
    func find() throws -> Found? {
        let reader = Reader(predicate, progress, keepsAll: false)
        let report = try reader.read(path)
        if reader.isInterrupted { return nil }
        guard reader.isFound else { throw TraceMinimizer.Failure.notShown(report) }
        if reader.found.inputs <= Self.kept { return reader.found }
        var tries = 0
        if let late = lateBeginning(reader, &tries) { return late }
        let whole = Reader(predicate, progress, keepsAll: true)
        _ = try whole.read(path)
        guard whole.isFound else { return nil }
        whole.found.tries = tries
        return whole.found
    }

    /// Tries the last 500 steps, then four times as many, and so on.
    private func lateBeginning(_ reader: Reader, _ tries: inout Int) -> Found? {
        let recording = reader.found.recording
        var count = 500
        let beginning = reader.found.beginning
        var trial = TraceTrial(beginning, predicate)
        defer { tries = trial.count }
        while count <= Self.kept {
            let start = recording.end - count
            var session = beginning.recording
            for step in reader.setup.all where step.index < start { session.append(step.input, EffectList()) }
            for index in max(start, recording.first)..<recording.end {
                if let step = recording[index] { session.append(step.input, EffectList(step.effects)) }
            }
            let news = TraceMinimizer.Progress(
                phase: "beginning", inputs: session.end, units: 0, touchSequences: 0, tries: trial.count)
            guard progress(news) else { return nil }
            if let result = trial.run(session, TraceUnits(session).raw, edit: { _, _ in .keep }) {
                var found = reader.found
                found.recording = result
                found.tries = trial.count
                return found
            }
            count *= 4
        }
        return nil
    }

    /// Reads the file up to the first step that shows it. A class, because the replay hands it steps through a closure.
    private final class Reader {
        var found = Found()
        private(set) var isFound = false
        private(set) var isInterrupted = false
        private(set) var setup = SetupInputs(window: TraceBeginning.kept)
        private let predicate: TracePredicate
        private let progress: (TraceMinimizer.Progress) -> Bool
        private let keepsAll: Bool

        init(
            _ predicate: TracePredicate, _ progress: @escaping (TraceMinimizer.Progress) -> Bool, keepsAll: Bool
        ) {
            self.predicate = predicate
            self.progress = progress
            self.keepsAll = keepsAll
        }

        func read(_ path: String) throws -> ReplayReport {
            try Replay.run(path: path, isOver: { self.isFound || self.isInterrupted }) { step in
                switch step {
                case .session(let configuration, let session): self.begin(configuration, session)
                case .resumed(let snapshot, let engine, _): self.resume(SessionBeginning(snapshot, engine))
                case .step(let input, let effects, let line): self.add(input, effects, line)
                }
            }
        }

        private func begin(_ configuration: Configuration, _ session: TraceSession) {
            guard !isFound else { return }
            found = Found(session: session, beginning: SessionBeginning(configuration), number: found.number + 1)
            setup = SetupInputs(window: TraceBeginning.kept)
        }

        /// A header may precede the snapshot.
        private func resume(_ beginning: SessionBeginning) {
            guard !isFound else { return }
            let hasHeader = found.number > 0 && found.inputs == 0
            let session = hasHeader ? found.session : beginning.snapshot?.session ?? found.session
            let number = hasHeader ? found.number : found.number + 1
            found = Found(session: session, beginning: beginning, recording: beginning.recording, number: number)
            setup = SetupInputs(window: TraceBeginning.kept)
        }

        private func add(_ input: Input, _ effects: EffectList, _ line: Int) {
            guard !isFound, !isInterrupted else { return }
            setup.add(input, at: found.recording.end)
            found.recording.append(input, effects)
            found.inputs += 1
            if !keepsAll { found.recording.keepLast(TraceBeginning.kept) }
            isFound = predicate.holds(input, effects)
            found.line = line
            guard found.inputs % 10_000 == 0 else { return }
            let news = TraceMinimizer.Progress(
                phase: "reading", inputs: found.inputs, units: 0, touchSequences: 0, tries: 0)
            isInterrupted = !progress(news)
        }
    }
}

extension EffectList {
    init(_ effects: [Effect]) {
        self.init()
        for effect in effects { append(effect) }
    }
}
