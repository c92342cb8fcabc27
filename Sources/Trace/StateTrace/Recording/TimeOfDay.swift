import Glibc

/// A moment of the time of day, as the system's clock has it.
public struct TimeOfDay: Equatable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public var seconds: Int64
    /// 0…999,999,999.
    public var nanoseconds: Int64

    public init(seconds: Int64, nanoseconds: Int64 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    public static var now: TimeOfDay {
        var time = timespec()
        // It cannot fail: this clock is always there.
        clock_gettime(CLOCK_REALTIME, &time)
        return TimeOfDay(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// The seconds by which this place's own time is before UTC at this moment, after the variable TZ or /etc/localtime.
    var zone: Int64 {
        var (moment, parts) = (time_t(seconds), tm())
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return Int64(parts.tm_gmtoff)
    }

    /// Date and time in ISO 8601, without a zone: 2026-11-22T02:20:00.123, or 20261122T022000 in the short form, which has no fraction.
    /// - Parameter zone: the seconds by which the time that is wanted is before UTC.
    func text(zone: Int64, isShort: Bool = false) -> String {
        var (moment, parts) = (time_t(seconds + zone), tm())
        guard gmtime_r(&moment, &parts) != nil else { return "" }
        let date = [Int64(parts.tm_year) + 1900, Int64(parts.tm_mon) + 1, Int64(parts.tm_mday)]
        let time = [Int64(parts.tm_hour), Int64(parts.tm_min), Int64(parts.tm_sec)]
        let (day, clock) = (isShort ? "" : "-", isShort ? "" : ":")
        let fraction = isShort ? "" : "." + Self.digits(nanoseconds / 1_000_000, 3)
        return Self.digits(date[0], 4) + day + date.dropFirst().map { Self.digits($0, 2) }.joined(separator: day) + "T"
            + time.map { Self.digits($0, 2) }.joined(separator: clock) + fraction
    }

    /// A number that is not negative, with zeros before it.
    static func digits(_ number: some BinaryInteger, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
