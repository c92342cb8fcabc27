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
