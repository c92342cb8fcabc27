import FocusCore
import StateTrace

/// The part of a trace that a person wants to replay, in seconds since the trace's first input.
struct ReplayPeriod: Equatable {
    /// Nil: from the beginning.
    var from: Double?
    /// Nil: to the end.
    var until: Double?

    /// - Throws: `UsageError` that names the wrong word.
    init(_ arguments: ParsedArguments) throws {
        from = try arguments.seconds("from")
        until = try arguments.seconds("until")
        if let from, let until, until < from {
            throw UsageError("--until \(arguments["until"] ?? "") is before --from \(arguments["from"] ?? "").")
        }
    }

    init(from: Double? = nil, until: Double? = nil) {
        self.from = from
        self.until = until
    }

    /// Opens the trace at the last snapshot before the period; at its beginning if it has none.
    /// - Returns: the replay, and a clock that knows the trace's first input.
    func open(_ path: String, following follow: ((ReplayStep) -> Void)? = nil) throws(TraceFileError)
        -> (replay: TraceReplay, clock: TraceClock)
    {
        guard let from, from > 0, let clock = try Self.clock(of: path) else {
            return (try TraceReplay(path: path, following: follow), TraceClock())
        }
        let place = try SnapshotSearch.last(in: path) { snapshot in
            clock.relative(snapshot).map { $0.seconds <= from } ?? false
        }
        return (try TraceReplay(path: path, from: place, following: follow), place == nil ? TraceClock() : clock)
    }

    /// A clock that has noted the trace's first input; nil if there is none.
    private static func clock(of path: String) throws(TraceFileError) -> TraceClock? {
        let reader = try TraceReader(path: path)
        var clock = TraceClock()
        while let event = try reader.next() {
            switch event {
            case .session(let session, _): clock.begin(session)
            case .snapshot(let snapshot, _, _): clock.resume(snapshot.session)
            case .input(let input, _, _):
                clock.note(input.time)
                return clock
            case .effects, .mark, .end: break
            }
        }
        return nil
    }
}
