import FocusCore
import KioskRuntime
import StateTrace

/// The differences of a re-run under other settings, in lines: the first one, then two columns, then the totals.
struct RerunReport {
    private struct Notable {
        /// Since the first input.
        var time: TimeSpan
        var words: String
        var isGuess: Bool
    }

    private let palette: TracePalette
    private var clock = TraceClock()
    private var totals = RerunTotals()
    private var alignment = WindowedAlignment<Notable, String>()
    private var reached = ReachedStep()
    private var differences = 0
    private var hasGuess = false
    /// True once a step was run again.
    private var hasRun = false
    private var changed: [RerunSettings.Change] = []
    private var isChanged = false

    private static let middle =
        "the session begins in its middle: what is under way there (a timer, a search, the exposure compensation) goes on as "
        + "it was"
    /// Closer together than this, the same counts as the same.
    private static let tolerance = TimeSpan.milliseconds(1)

    init(_ palette: TracePalette) { self.palette = palette }

    /// The name of a camera that arrives with the input of this line.
    mutating func note(_ camera: TraceCamera, line: Int) { reached.expect(camera, line: line) }

    mutating func lines(for event: RerunSessions.Event) -> [String] {
        switch event {
        case .session(let session, let before, let now):
            alignment.finish()
            clock.begin(session)
            reached.forgetCalls()
            totals.count(.session(session, line: 0))
            let changes = RerunSettings.changes(from: before, to: now)
            isChanged = !changes.isEmpty
            guard changes != changed else { return takeRows() }
            changed = changes
            return takeRows() + changes.map { "\($0.key): \($0.now) instead of \($0.before)" }
        case .resumed(let beginning):
            if let snapshot = beginning.snapshot { resume(snapshot) }
            if let demand = beginning.engine.outlook.demand { reached.remember(demand) }
            return isChanged ? [Self.middle] : []
        case .recorded(let step):
            reached.reach(step)
            clock.observe(step.input.time)
            totals.recorded.count(step.input, reached.camera, EffectList(step.effects))
            for notable in notables(step.effects, at: step.input.time, isGuess: false) {
                alignment.addLeft(notable, key: notable.words)
            }
        case .rerun(let step):
            hasRun = true
            totals.rerun.count(step.input, reached.camera, step.effects)
            for notable in notables(step.effects.elements, at: step.input.time, isGuess: step.isGuess) {
                alignment.addRight(notable, key: notable.words)
            }
            if step.isGuess { hasGuess = true }
            if step.isFirstDifference { return takeRows() + firstDifference(step) }
        }
        return takeRows()
    }

    private mutating func resume(_ snapshot: TraceSnapshot) {
        clock.resume(snapshot.session)
        totals.count(.snapshot(snapshot, isBeginning: true, line: 0))
    }

    /// The last lines: the totals that differ. Nothing is said about a run that did not take place.
    mutating func end() -> [String] {
        guard hasRun else { return ["nothing was run again: there are no inputs"] }
        alignment.finish()
        var lines = takeRows()
        let different = totals.differences
        if differences == 0, different.isEmpty { return lines + ["nothing would have gone differently"] }
        if different.isEmpty { return lines + ["", "the totals are the same"] }
        lines += ["", palette.heading("totals that differ")] + different
        if hasGuess {
            lines += ["", "~ a guess: there or before, the new run needed something that the recording does not have"]
        }
        return lines
    }

    private func firstDifference(_ rerun: RerunStep) -> [String] {
        let line = reached.step.map { ", line \($0.line)" } ?? ""
        let words = InputWords.words(for: rerun.input.event, answering: reached.request)
        let title = "first difference at \(seconds(rerun.input.time))\(line): \(words)"
        let before = reached.step.map { $0.effects } ?? []
        let now = rerun.effects.elements
        let isCommon = before.count == now.count ? zip(before, now).map { $0 == $1 } : []
        func lines(_ side: String, _ effects: [Effect]) -> [String] {
            let different = effects.enumerated().filter { isCommon.isEmpty || !isCommon[$0.offset] }.map(\.element)
            let all = different.map { EffectWords.words(for: $0) { seconds($0) } }
            return all.isEmpty ? ["  \(side)nothing"] : all.map { "  \(side)\($0)" }
        }
        return ["", palette.heading(title)] + lines("recorded  ", before) + lines("now       ", now) + [""]
            + [palette.heading(Self.columns("recorded", "now"))]
    }

    private mutating func takeRows() -> [String] {
        var lines: [String] = []
        // Between two rows of both sides, the order of time is easier to read than one side after the other.
        var single: [(time: TimeSpan, line: String)] = []
        func takeSingle() {
            lines += single.sorted { $0.time < $1.time }.map(\.line)
            single.removeAll()
        }
        for row in alignment.takeRows() {
            switch row {
            case .both(let one, let other):
                takeSingle()
                let (earlier, later) = (min(one.time, other.time), max(one.time, other.time))
                let gap = Instant(nanoseconds: later.nanoseconds).since(Instant(nanoseconds: earlier.nanoseconds))
                guard gap > Self.tolerance else { continue }
                lines.append(Self.columns(cell(one), cell(other)))
            case .left(let one): single.append((one.time, Self.columns(cell(one), "-")))
            case .right(let other): single.append((other.time, Self.columns("-", cell(other))))
            }
        }
        takeSingle()
        differences += lines.count
        return lines
    }

    private static func columns(_ left: String, _ right: String) -> String { "\(left.padded(to: 75)) \(right)" }

    private func cell(_ notable: Notable) -> String {
        let time = String(printf: "%10.3f", notable.time.seconds)
        return (notable.isGuess ? "~" : " ") + time + "  " + notable.words
    }

    private func notables(_ effects: [Effect], at time: Instant, isGuess: Bool) -> [Notable] {
        effects.compactMap { effect in
            NotableWords.words(for: effect).map { Notable(time: clock.relative(time), words: $0, isGuess: isGuess) }
        }
    }

    private func seconds(_ time: Instant) -> String { String(printf: "%.3f", clock.relative(time).seconds) }
}

/// The step of the recording that was read last, and what has to be remembered of those before it.
private struct ReachedStep {
    private var calls = RecordedCalls()
    /// Cameras whose arrival is not reached yet, with their lines.
    private var cameras: [(line: Int, camera: TraceCamera)] = []
    private(set) var step: RecordedStep?
    /// The camera that arrives with the step.
    private(set) var camera: TraceCamera?
    /// The call that the step answers.
    private(set) var request: RecordedCalls.Request?

    mutating func expect(_ camera: TraceCamera, line: Int) { cameras.append((line, camera)) }

    /// A session begins: its calls have numbers of their own.
    mutating func forgetCalls() { calls = RecordedCalls() }

    mutating func remember(_ demand: Effect) { calls.remember(demand) }

    mutating func reach(_ step: RecordedStep) {
        self.step = step
        cameras.removeAll { $0.line < step.line }
        camera = cameras.first { $0.line == step.line }?.camera
        if case .cameraAnswered(let result) = step.input.event { request = calls.request(of: result.call) }
        for effect in step.effects { calls.remember(effect) }
    }
}

private struct RerunTotals {
    var recorded = TraceCounter()
    var rerun = TraceCounter()

    /// Counts what both runs have in common.
    mutating func count(_ event: TraceEvent) {
        recorded.count(event)
        rerun.count(event)
    }

    var differences: [String] {
        let (before, now) = (StatisticsWords.rows(recorded.statistics), StatisticsWords.rows(rerun.statistics))
        return zip(before, now).filter { $0.0.name != "recorded" && $0.0.values != $0.1.values }.flatMap { one, other in
            one.values.enumerated().map { Self.line($0 == 0 ? one.name : "", $0 == 0 ? "recorded" : "", $1) }
                + other.values.enumerated().map { Self.line("", $0 == 0 ? "now" : "", $1) }
        }
    }

    private static func line(_ name: String, _ side: String, _ value: String) -> String {
        "  " + name.padded(to: 19) + side.padded(to: 10) + value
    }
}

extension TraceCounter {
    fileprivate mutating func count(_ input: Input, _ camera: TraceCamera?, _ effects: EffectList) {
        count(.input(input, camera: camera, line: 0))
        if !effects.isEmpty { count(.effects(effects, line: 0)) }
    }
}
