/// How much of what happens is printed. The control socket's watchers always hear everything.
public enum AnnouncementLog: CaseIterable, Comparable, Sendable {
    /// Errors, and devices that are missing.
    case errors
    /// Also what becomes of each tap: states, outcomes, devices.
    case taps
    /// Also each write to the camera, and the searches: everything.
    case writes

    /// The word of `--log`.
    public var name: String { "\(self)" }

    /// Nil for another word.
    public init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// The first log in which an announcement is printed.
    init(of announcement: Announcement) {
        switch announcement {
        case .error, .fault, .tapRefused, .photoFailed, .movieFailed: self = .errors
        case .device(let news): self = news.change == .arrived ? .taps : .errors
        case .movie(let report): self = report.reason?.isAsWished == false ? .errors : .taps
        case .write(_, _, _, let errno): self = errno == 0 ? .writes : .taps
        case .searched, .exposed: self = .writes
        case .state, .settled, .compensation, .levels, .lock, .shutter, .relit, .zoom, .tapIgnored, .photo,
            .code, .face, .traceResumed:
            self = .taps
        }
    }

    /// The priority in systemd's journal, as a number of syslog(3).
    var priority: String { String(journalPrefix.dropFirst().dropLast()) }

    /// systemd's journal takes the priority from a line's beginning and filters by it: `journalctl -p info` (sd-daemon(3)).
    var journalPrefix: String {
        switch self {
        case .errors: JournalPrefix.warning
        case .taps: JournalPrefix.information
        case .writes: JournalPrefix.detail
        }
    }
}
