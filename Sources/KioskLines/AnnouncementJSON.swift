import FocusCore
import TraceLines

/// Announcements as JSON for programs: one object a line, whose field `event` names its kind.
extension JSONLine {
    /// - Parameter request: the request that this answers, and which the line then names; nil: it is an event.
    package mutating func announcement(
        _ announcement: Announcement, at time: Instant, answering request: ControlRequest.Name? = nil
    ) {
        open("{")
        key("event")
        switch announcement {
        case .state(let report):
            begin("state", time)
            stateFields(report)
            // Not in a status line, which has another field of that name.
            if let moved = report.moved {
                key("moved")
                word(moved.name)
            }
            answered(report.tap, request)
        case .write(let id, let name, let value, let errno):
            begin("write", time)
            key("control")
            integer(id.rawValue)
            text("name", name)
            key("value")
            controlValue(value)
            text("result", LinuxErrno.name(errno))
        case .settled(let report):
            begin("settled", time)
            settledFields(report)
            if let reason = AnnouncementWords.reason(of: report) { text("reason", reason) }
            answered(report.tap, request)
        case .searched(let report):
            begin("searched", time)
            searchedFields(report)
        case .exposed(let report):
            begin("exposed", time)
            exposedFields(report)
        case .compensation(let ev):
            begin("compensation", time)
            key("ev")
            number(ev)
        case .device(let news):
            begin("device", time)
            text("device", news.kind.rawValue)
            text("change", news.change.rawValue)
            text("name", news.name)
            text("path", news.path)
        case .levels(let report):
            begin("levels", time)
            levelFields(report)
        case .tapIgnored(let reason, let tap):
            // A client that taps waits for a state or an error.
            if request == nil {
                begin("tap-ignored", time)
            } else {
                begin("error", time)
                text("message", "\(AnnouncementWords.words(for: reason)).")
            }
            key("reason")
            word(reason.name)
            answered(tap, request)
        case .tapRefused(let reason, let tap):
            begin("error", time)
            text("message", AnnouncementWords.words(for: reason))
            answered(tap, request)
        case .traceResumed(let path):
            begin("trace-resumed", time)
            text("path", path)
        case .fault(let fault):
            begin("error", time)
            text("message", AnnouncementWords.words(for: fault))
        case .error(let message, let tap):
            begin("error", time)
            text("message", message)
            answered(tap, request)
        }
        close("}")
        endLine()
    }

    private mutating func begin(_ event: StaticString, _ time: Instant) {
        word(event)
        key("time")
        integer(time.nanoseconds)
    }

    /// The request that the line answers, and the id that the client has given its tap; each only if there is one.
    private mutating func answered(_ tap: TapID?, _ request: ControlRequest.Name?) {
        if let request { text("request", request.rawValue) }
        if let tap {
            key("id")
            integer(tap.number)
        }
    }

    mutating func stateFields(_ report: StateReport) {
        key("state")
        word(report.state.name)
        key("point")
        place(report.point)
        key("cause")
        word(report.cause.name)
        key("rule")
        word(report.rule.name)
        guard let unlockers = report.unlockers else { return }
        key("until")
        movedReasons(unlockers)
    }

    mutating func place(_ point: PointOfInterest?) {
        guard let point else {
            null()
            return
        }
        open("{")
        key("x")
        number(point.x)
        key("y")
        number(point.y)
        close("}")
    }

    mutating func levelFields(_ report: LevelReport) {
        key("focusLevel")
        word(report.focus.level.name)
        key("focusReason")
        word(report.focus.reason.explanation)
        key("exposureLevel")
        word(report.exposure.level.name)
        key("exposureReason")
        word(report.exposure.reason.explanation)
    }

    /// A number, or an object with left, top, width, height.
    public mutating func controlValue(_ value: ControlValue) {
        switch value {
        case .integer(let value): integer(value)
        case .rectangle(let rectangle):
            open("{")
            key("left")
            integer(rectangle.left)
            key("top")
            integer(rectangle.top)
            key("width")
            integer(rectangle.width)
            key("height")
            integer(rectangle.height)
            close("}")
        }
    }
}
