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
        let year = Self.digits(Int64(parts.tm_year) + 1900, 4)
        let date = [year, Self.digits(parts.tm_mon + 1, 2), Self.digits(parts.tm_mday, 2)]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.digits($0, 2) }
        if isShort { return "\(date.joined())T\(time.joined())" }
        let day = date.joined(separator: "-")
        let clock = time.joined(separator: ":")
        return "\(day)T\(clock).\(Self.digits(nanoseconds / 1_000_000, 3))"
    }

    /// A number that is not negative, with zeros before it.
    static func digits(_ number: some BinaryInteger, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
