import FocusCore
import TraceLines

extension JSONLine {
    /// An announcement for programs: an object, whose field `event` names its kind.
    /// - Parameter request: the request that this answers, and which the line then names; nil: it is an event.
    package mutating func announcement(
        _ announcement: Announcement, at time: Instant, answering request: ControlRequest.Name? = nil
    ) {
        var announcement = announcement
        var request = request
        open("{")
        key("event")
        word(announcement.event(answering: request))
        field("time", time)
        announcement.describe(&self, &request)
        close("}")
        endLine()
    }
}
