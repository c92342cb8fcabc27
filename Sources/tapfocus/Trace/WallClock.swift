import FocusCore
import Glibc
import KioskRuntime

/// The time of day in the header of a trace: 2026-11-22T02:20:00.123+01:00. Old traces may lack the zone.
struct WallClock: Equatable {
    /// Nanoseconds since 1970-01-01T00:00:00, in the place's own time.
    var local: Int64
    /// Nanoseconds by which the place's own time is before UTC; negative west of Greenwich.
    var zone: Int64

    static let second: Int64 = 1_000_000_000

    /// Nil if the text is no time, or the year is outside 1900…2200.
    init?(_ text: String) {
        let pattern = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):?(\d\d))?/
        guard text.utf8.count <= 40, let match = text.wholeMatch(of: pattern) else { return nil }
        func number(_ digits: Substring?) -> Int32 { digits.flatMap { Int32($0) } ?? 0 }
        let parts = match.output
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (number(parts.1) - 1900, number(parts.2) - 1, number(parts.3))
        (time.tm_hour, time.tm_min, time.tm_sec) = (number(parts.4), number(parts.5), number(parts.6))
        guard 0...300 ~= time.tm_year, 0...11 ~= time.tm_mon, 1...31 ~= time.tm_mday else { return nil }
        let fraction = (parts.7.map(String.init) ?? "").padded(to: 9, with: "0")
        local = Int64(timegm(&time)) * Self.second + (Int64(fraction) ?? 0)
        let offset = Int64(number(parts.9) * 60 + number(parts.10)) * 60 * Self.second
        zone = parts.8 == "-" ? -offset : offset
    }

    var universal: Int64 { local - zone }

    /// The time of day at a moment of the place's own time: 02:20:00.123.
    static func timeOfDay(_ local: Int64) -> String {
        let day = 86_400 * second
        let time = (local % day + day) % day / 1_000_000
        let (minutes, milliseconds) = time.quotientAndRemainder(dividingBy: 60_000)
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return String(printf: "%02d:%02d:%02d.%03d", minutes / 60, minutes % 60, seconds, rest)
    }
}
