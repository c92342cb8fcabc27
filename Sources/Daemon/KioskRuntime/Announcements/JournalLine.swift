import FocusCore
import LinuxSystem

/// A line for systemd's journal with its fields, as systemd-journald takes it at its socket
/// (systemd.io/JOURNAL_NATIVE_PROTOCOL): `journalctl TAPFOCUS_EVENT=settled`, `journalctl -o json`.
struct JournalLine {
    private var text = ""

    /// - Parameter camera: the name of the connected camera, or nil while no camera is connected.
    init(_ announcement: Announcement, _ log: AnnouncementLog, camera: String?) {
        field("MESSAGE", AnnouncementWords.words(for: announcement))
        field("PRIORITY", log.priority)
        field("SYSLOG_IDENTIFIER", "tapfocus")
        if let camera { field("TAPFOCUS_CAMERA", camera) }
        switch announcement {
        case .state(let report):
            field("TAPFOCUS_EVENT", "state")
            field("TAPFOCUS_STATE", report.state.name.description)
            tap(report.tap)
        case .settled(let report):
            field("TAPFOCUS_EVENT", "settled")
            if let focus = report.focus { field("TAPFOCUS_FOCUS", "\(focus)") }
            if let exposure = report.exposure { field("TAPFOCUS_EXPOSURE", "\(exposure)") }
            tap(report.tap)
        case .tapIgnored(let reason, let id):
            field("TAPFOCUS_EVENT", "ignored")
            field("TAPFOCUS_REASON", "\(reason)")
            tap(id)
        case .tapRefused(let reason, let id):
            field("TAPFOCUS_EVENT", "refused")
            field("TAPFOCUS_REASON", "\(reason)")
            tap(id)
        case .device(let news):
            field("TAPFOCUS_EVENT", "device")
            field("TAPFOCUS_DEVICE", news.kind.rawValue)
        case .write(_, let name, _, _):
            field("TAPFOCUS_EVENT", "write")
            field("TAPFOCUS_CONTROL", name)
        case .photo(let report):
            field("TAPFOCUS_EVENT", "photo")
            if let focus = report.outcomes.focus { field("TAPFOCUS_FOCUS", "\(focus)") }
            if let exposure = report.outcomes.exposure { field("TAPFOCUS_EXPOSURE", "\(exposure)") }
            field("TAPFOCUS_PATH", report.path)
        case .photoFailed(let reason, _, _):
            field("TAPFOCUS_EVENT", "photo")
            field("TAPFOCUS_REASON", "\(reason)")
        case .movie(let report):
            field("TAPFOCUS_EVENT", "movie")
            if let reason = report.reason { field("TAPFOCUS_REASON", reason.rawValue) }
            field("TAPFOCUS_PATH", report.path)
        case .movieFailed(let reason, _, _):
            field("TAPFOCUS_EVENT", "movie")
            field("TAPFOCUS_REASON", reason.rawValue)
        case .code: field("TAPFOCUS_EVENT", "code")
        case .face: field("TAPFOCUS_EVENT", "face")
        case .error, .fault: field("TAPFOCUS_EVENT", "error")
        case .searched, .exposed: field("TAPFOCUS_EVENT", "search")
        case .lock(let keeper, let id):
            field("TAPFOCUS_EVENT", "lock")
            if let keeper { field("TAPFOCUS_KEEPER", keeper.name.description) }
            tap(id)
        case .relit(let report):
            field("TAPFOCUS_EVENT", "light")
            if let outcome = report.exposure { field("TAPFOCUS_EXPOSURE", outcome.name.description) }
        case .shutter: field("TAPFOCUS_EVENT", "shutter")
        case .zoom: field("TAPFOCUS_EVENT", "zoom")
        case .compensation, .levels, .traceResumed: break
        }
    }

    var datagram: String { text }

    private mutating func tap(_ id: TapID?) {
        if let id { field("TAPFOCUS_TAP", "\(id.number)") }
    }

    private mutating func field(_ name: String, _ value: String) { text += "\(name)=\(PlainText.line(value))\n" }
}
