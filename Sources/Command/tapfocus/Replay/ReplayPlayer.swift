import FocusCore
import StateTrace

/// Plays a trace: shows what each input brings about now, in the words of `trace show`, at a pace or one by one.
struct ReplayPlayer {
    let replay: TraceReplay
    private let period: ReplayPeriod
    private var log: TraceLog
    private(set) var witness: ReplayWitness
    /// True if a person, or the end of the period, ended the replay before the trace ended.
    private(set) var isInterrupted = false

    init(
        _ opened: (replay: TraceReplay, clock: TraceClock), _ period: ReplayPeriod, _ palette: TracePalette,
        _ witness: ReplayWitness
    ) {
        replay = opened.replay
        self.period = period
        self.witness = witness
        let selection = TraceLog.Selection(since: period.from, until: period.until)
        log = TraceLog(selection, palette: palette, clock: opened.clock)
    }

    /// Shows the whole period.
    /// - Parameters:
    ///   - sleep: waits until a time since the first call.
    ///   - show: gets the lines of one step.
    mutating func play(_ pace: ReplayPace, sleep: ReplayPace.Sleeper, show: ([String]) throws -> Void) throws {
        var shown: Double?
        var due = 0.0
        while let lines = try nextShown() {
            if let shown { due += pace.wait(for: witness.seconds - shown) }
            shown = witness.seconds
            if due > 0 { try sleep(.seconds(due)) }
            try show(lines)
        }
    }

    /// Shows a step, and what it changed in the engine, each time that `goOn` returns true.
    mutating func walk(goOn: () throws -> Bool, show: ([String]) throws -> Void) throws {
        while try goOn() {
            var before: Engine?
            guard let lines = try nextShown(before: { before = $0 }) else { return }
            let changes = FieldDifference.between(Self.state(before), Self.state(replay.engine))
            try show(lines + ReplayReporting.lines(for: changes).map { "        \($0)" })
        }
        interrupt()
    }

    /// The whole state of an engine as JSON; empty between two sessions.
    private static func state(_ engine: Engine?) -> [UInt8] { engine.map { EngineSnapshot.bytes(of: $0) } ?? [] }

    /// The lines of the next step in the period; nil at its end.
    /// - Parameter note: gets the engine before that step, and before others that are passed over.
    private mutating func nextShown(before note: ((Engine?) -> Void)? = nil) throws -> [String]? {
        var lines: [String] = []
        while true {
            note?(replay.engine)
            guard let step = try replay.next() else { return nil }
            witness.follow(step)
            switch step {
            case .session(_, let session): lines += log.lines(for: .session(session, line: 0))
            case .resumed(let snapshot, let engine, _):
                lines += log.lines(for: .snapshot(snapshot, isBeginning: true, line: 0))
                log.expectAnswers(for: engine)
            case .step(let input, let effects, let line):
                let shown = log.lines(for: .input(input, camera: replay.camera, line: line))
                let below = log.lines(for: .effects(effects, line: line))
                if log.isOver {
                    interrupt()
                    return nil
                }
                if !shown.isEmpty { return lines + shown + below }
            }
        }
    }

    private mutating func interrupt() {
        isInterrupted = true
        replay.stop()
    }
}
