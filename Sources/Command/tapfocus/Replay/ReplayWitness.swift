import FocusCore
import StateChart
import StateTrace

/// Follows a replay: compares it with the charts, and remembers the latest steps for the case that it diverges.
struct ReplayWitness {
    /// The first step that left a chart.
    private(set) var departure: (line: Int, departure: ChartDeparture)?
    private(set) var clock: TraceClock
    /// The time of the latest input since the trace's first one, in seconds.
    private(set) var seconds = 0.0
    /// The relative time at which the replay began, if it began at a snapshot.
    private(set) var resumed: Double?
    /// The number of sessions. One that goes on behind another header has the same id there.
    private(set) var sessions = 0
    private var session: String?
    /// The state of a session that begins in the middle is known to no monitor.
    private var charts: ChartMonitors?
    private let fresh: ChartMonitors
    private var calls = RecordedCalls()
    private var recent: [(input: Input, effects: EffectList, line: Int)] = []
    private var latest: Input?

    private static let kept = 6

    /// - Parameters:
    ///   - fresh: the monitors of a session that begins.
    ///   - clock: knows the trace's first input, if the replay does not begin with it.
    init(charts fresh: ChartMonitors, clock: TraceClock) {
        self.fresh = fresh
        self.clock = clock
    }

    mutating func follow(_ step: ReplayStep) {
        switch step {
        case .session(_, let session): begin(session)
        case .resumed(let snapshot, _, _): resume(snapshot)
        case .step(let input, let effects, let line):
            clock.observe(input.time)
            seconds = clock.relative(input.time).seconds
            if !effects.isEmpty { remember(input, effects, line) }
            latest = input
            guard let found = charts?.follow(input, effects), departure == nil else { return }
            departure = (line, found)
        }
    }

    private mutating func begin(_ session: TraceSession) {
        count(session, isNew: session.id == nil)
        forgetSession(session)
        clock.begin(session)
        charts = fresh
    }

    /// The session goes on with the engine of a snapshot.
    private mutating func resume(_ snapshot: TraceSnapshot) {
        count(snapshot.session, isNew: false)
        forgetSession(snapshot.session)
        clock.resume(snapshot.session)
        charts = nil
        // A session that goes on in the middle of the file is no beginning.
        if resumed == nil, latest == nil { resumed = clock.relative(snapshot)?.seconds }
    }

    private mutating func count(_ next: TraceSession, isNew: Bool) {
        if isNew || next.id != session || sessions == 0 { sessions += 1 }
        session = next.id
    }

    private mutating func forgetSession(_ session: TraceSession) {
        calls = RecordedCalls(version: session.version)
        recent = []
    }

    private mutating func remember(_ input: Input, _ effects: EffectList, _ line: Int) {
        effects.forEach { calls.remember($0) }
        recent.append((input, effects, line))
        if recent.count > Self.kept { recent.removeFirst() }
    }

    /// The latest steps that had effects, as lines of a log.
    /// - Parameter line: that of the step that diverged, which is left out.
    func stepsBefore(line: Int) -> [String] {
        var log = TraceLog(clock: clock, calls: calls)
        return recent.filter { $0.line != line }.flatMap { step in
            log.lines(for: .input(step.input, camera: nil, line: step.line))
                + log.lines(for: .effects(step.effects, line: step.line))
        }
    }

    var latestInput: [String] {
        var log = TraceLog(clock: clock, calls: calls)
        return latest.map { log.lines(for: .input($0, camera: nil, line: 0)) } ?? []
    }
}
