import FocusCore
import Glibc
import KioskRuntime
import StateTrace

struct ReplayPace {
    /// Waits until this time has passed since the first call.
    typealias Sleeper = (TimeSpan) throws -> Void

    /// 1: as it was recorded; 10: ten times as fast; infinite: without waiting.
    var speed = Double.infinity
    /// Longer pauses of the recording are cut to this, in seconds.
    var longestGap = Double.infinity
}

extension ReplayPace {
    /// - Returns: nil if there is no --speed.
    init?(_ arguments: ParsedArguments) throws {
        let gap = try arguments.seconds("max-gap")
        guard let text = arguments["speed"] else {
            guard gap == nil else {
                throw UsageError("--max-gap needs --speed: it shortens the pauses of a paced replay.")
            }
            return nil
        }
        if let gap {
            guard gap >= 0 else {
                throw UsageError("--max-gap: expected seconds, 0 or more, not \"\(arguments["max-gap"] ?? "")\".")
            }
            longestGap = gap
        }
        guard text != "max" else { return }
        guard let speed = Double(text), speed.isFinite, speed > 0 else {
            throw UsageError("--speed: expected a number above 0, or max, not \"\(text)\".")
        }
        self.speed = speed
    }

    /// The time for which to wait after a pause of the recording, in seconds; 0 if the recording's times run backwards.
    func wait(for gap: Double) -> Double { max(0, min(gap, longestGap)) / speed }

    /// Sleeps until times since now. It ends early if nobody reads standard output any more.
    static func sleeper() -> Sleeper {
        let start = ContinuousClock.now
        return { span in
            let end = start.advanced(by: .nanoseconds(span.nanoseconds))
            while true {
                let rest = ContinuousClock.now.duration(to: end) / .seconds(1)
                guard rest > 0 else { return }
                try StandardOutput.checkReader()
                usleep(UInt32(min(rest, 0.25) * 1e6))
            }
        }
    }
}

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
