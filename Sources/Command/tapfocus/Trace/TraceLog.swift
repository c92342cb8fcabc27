import FocusCore
import KioskRuntime
import StateTrace

/// A trace as a log: a line for each input, and its effects indented below it.
///
/// It keeps no line but one: an input that is shown only if an effect follows that is to be shown.
struct TraceLog {
    /// The part of the trace that is shown.
    struct Selection: Equatable {
        /// Relative times in seconds.
        var since: Double?
        var until: Double?
        /// Nil: everything.
        var kinds: Set<TraceKind>?

        func includes(_ kind: TraceKind?) -> Bool { kinds.map { kinds in kind.map(kinds.contains) ?? false } ?? true }
    }

    private let selection: Selection
    private let palette: TracePalette
    private(set) var clock: TraceClock
    private var calls: RecordedCalls
    /// The heading of a session, until its first line is shown.
    private var heading: String?
    /// An input that waits for its effects.
    private var waiting: String?
    private var isInTime = false
    /// True after the last input that is to be shown.
    private(set) var isOver = false

    /// - Parameters:
    ///   - clock: knows the trace's first input, if the log begins later.
    ///   - calls: the calls that were made before the log begins.
    init(
        _ selection: Selection = Selection(), palette: TracePalette = .none, clock: TraceClock = TraceClock(),
        calls: RecordedCalls = RecordedCalls()
    ) {
        self.selection = selection
        self.palette = palette
        self.clock = clock
        self.calls = calls
    }

    mutating func lines(for event: TraceEvent) -> [String] {
        switch event {
        case .session(let session, _):
            clock.begin(session)
            calls = RecordedCalls(version: session.version)
            heading = palette.heading(Self.heading(session))
            waiting = nil
            return []
        case .input(let input, let camera, _): return lines(for: input, camera)
        case .effects(let effects, _): return lines(for: effects)
        case .snapshot(let snapshot, let isBeginning, _):
            if isBeginning { resume(snapshot) }
            return []
        case .mark(let text, let time, _): return lines(forMark: text, time)
        case .remark, .end: return []
        }
    }

    /// The log begins at a snapshot within a session.
    mutating func goOn(at snapshot: TraceSnapshot) {
        resume(snapshot)
        heading = palette.heading(Self.heading(snapshot.session))
    }

    /// Remembers what the engine of a snapshot waits for: the call that the next answer belongs to.
    /// - Parameter engine: nil: it cannot be read.
    mutating func expectAnswers(for engine: Engine?) {
        if let demand = engine?.outlook.demand { calls.remember(demand) }
    }

    /// A session that begins in the middle, behind its header or without one.
    private mutating func resume(_ snapshot: TraceSnapshot) {
        clock.resume(snapshot.session)
        calls = RecordedCalls(version: snapshot.session.version)
        heading = palette.heading("\(Self.heading(snapshot.session)), from input \(snapshot.inputs + 1)")
        waiting = nil
    }

    private mutating func lines(for input: Input, _ camera: TraceCamera?) -> [String] {
        clock.observe(input.time)
        waiting = nil
        let seconds = clock.relative(input.time).seconds
        if let until = selection.until, seconds > until { isOver = true }
        isInTime = !isOver && seconds >= selection.since ?? -.infinity
        guard isInTime else { return [] }
        let request = calls.request(answeredBy: input.event)
        let kind = TraceKind.of(input.event, answering: request)
        let words = InputWords.words(for: input.event, camera: camera, answering: request)
        let line = "\(palette.time(times(input.time)))  \(palette.input(words, kind))"
        guard selection.includes(kind) else {
            waiting = line
            return []
        }
        return takeHeading() + [line]
    }

    /// Marks are shown with any kinds, because they were made to be found.
    private mutating func lines(forMark text: String, _ time: Instant) -> [String] {
        let seconds = clock.relative(time).seconds
        guard seconds >= selection.since ?? -.infinity, seconds <= selection.until ?? .infinity else { return [] }
        return takeHeading() + ["\(palette.time(times(time)))  \(palette.heading("-- \(InputWords.plain(text))"))"]
    }

    private mutating func lines(for effects: EffectList) -> [String] {
        var lines: [String] = []
        effects.forEach { effect in
            calls.remember(effect)
            guard isInTime, selection.includes(TraceKind.of(effect)) else { return }
            let words = EffectWords.words(for: effect) { Self.seconds(clock.relative($0)) }
            lines.append(indentation + palette.effect(words, effect))
        }
        guard !lines.isEmpty, let input = waiting else { return lines }
        waiting = nil
        return takeHeading() + [input] + lines
    }

    private mutating func takeHeading() -> [String] {
        defer { heading = nil }
        return heading.map { [$0] } ?? []
    }

    /// The relative time, and the time of day if the trace knows it.
    private func times(_ time: Instant) -> String {
        Self.seconds(clock.relative(time)).padded(before: 9) + (clock.timeOfDay(time).map { "  \($0)" } ?? "")
    }

    /// Effects begin four columns after their input, with and without a time of day.
    private var indentation: String {
        String(repeating: " ", count: clock.knowsTimeOfDay ? 9 + 2 + 12 + 2 + 4 : 9 + 2 + 4)
    }

    private static func seconds(_ span: TimeSpan) -> String { String(printf: "%.3f", span.seconds) }

    static func heading(_ session: TraceSession) -> String {
        let parts = [
            session.id.map { "session \($0)" } ?? "session", session.tool.map { "tapfocus \($0)" },
            session.wallClock,
        ]
        return InputWords.plain("== " + parts.compactMap(\.self).joined(separator: ", "))
    }
}
