import FocusCore
import TraceLines

extension Announcement {
    /// The line for programs, with its line feed.
    /// - Parameter request: the request that this answers, and which the line then names; nil: it is an event.
    package func line(at time: Instant, answering request: ControlRequest.Name? = nil) -> [UInt8] {
        var announcement = self
        var request = request
        return JSONLine.event(announcement.event(answering: request), at: time) { line in
            announcement.describe(&line, &request)
        }
    }
}

extension StatusLine {
    /// The answer to a status request, with its line feed.
    package func line(at time: Instant) -> [UInt8] {
        var status = self
        return JSONLine.event("status", at: time) { line in status.describe(&line) }
    }
}

extension JSONLine {
    /// A line of the socket: an object, whose field `event` names its kind.
    /// - Parameter time: nil: the line has none.
    package static func event(
        _ name: StaticString, at time: Instant? = nil, _ describe: (inout JSONLine) -> Void = { _ in }
    ) -> [UInt8] {
        var line = JSONLine()
        line.open("{")
        line.key("event")
        line.word(name)
        if let time { line.field("time", time) }
        describe(&line)
        line.close("}")
        line.endLine()
        return line.bytes
    }
}
