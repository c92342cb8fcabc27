import FocusCore
import StateTrace

/// The part of a trace that a person wants to replay, in seconds since the trace's first input.
struct ReplayPeriod: Equatable {
    var from: Double?
    var until: Double?
}

extension ReplayPeriod {
    init(_ arguments: ParsedArguments) throws {
        from = try arguments.seconds("from")
        until = try arguments.seconds("until")
        if let from, let until, until < from {
            throw UsageError("--until \(arguments["until"] ?? "") is before --from \(arguments["from"] ?? "").")
        }
    }

    /// Opens the trace at the last snapshot before the period; at its beginning if it has none.
    /// - Returns: the replay, and a clock that knows the trace's first input.
    func open(_ path: String, following follow: ((ReplayStep) -> Void)? = nil) throws(TraceFileError)
        -> (replay: TraceReplay, clock: TraceClock)
    {
        let seek = try TraceSeek(path, to: from)
        return (try TraceReplay(path: path, from: seek.place, following: follow), seek.clock)
    }
}
