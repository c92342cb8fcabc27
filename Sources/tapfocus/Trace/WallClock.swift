import FocusCore

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
        func number(_ digits: Substring?) -> Int64 { digits.flatMap { Int64($0) } ?? 0 }
        let parts = match.output
        let (year, month, day) = (number(parts.1), number(parts.2), number(parts.3))
        guard (1900...2200).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let time = (number(parts.4) * 60 + number(parts.5)) * 60 + number(parts.6)
        let fraction = (parts.7.map(String.init) ?? "").padded(to: 9, with: "0")
        local = (Self.days(year, month, day) * 86_400 + time) * Self.second + (Int64(fraction) ?? 0)
        let offset = (number(parts.9) * 60 + number(parts.10)) * 60 * Self.second
        zone = parts.8 == "-" ? -offset : offset
    }

    var universal: Int64 { local - zone }

    /// The time of day at a moment of the place's own time: 02:20:00.123.
    static func timeOfDay(_ local: Int64) -> String {
        let day = 86_400 * second
        let time = (local % day + day) % day / 1_000_000
        func digits(_ number: Int64, _ width: Int) -> String { String(number).padded(before: width, with: "0") }
        let (hours, minutes, seconds) = (time / 3_600_000, time / 60_000 % 60, time / 1000 % 60)
        return "\(digits(hours, 2)):\(digits(minutes, 2)):\(digits(seconds, 2)).\(digits(time % 1000, 3))"
    }

    /// Days since 1970-01-01 in the Gregorian calendar (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
