import FocusCore
import TraceLines

/// Builds single lines for the socket.
package struct JSONLineBuilder {
    package var line = JSONLine()

    package init() {}

    package var bytes: [UInt8] { line.bytes }

    /// - Parameter request: the request that this answers; nil: it is an event.
    package mutating func announcement(
        _ announcement: Announcement, at time: Instant, answering request: ControlRequest.Name? = nil
    ) {
        line.announcement(announcement, at: time, answering: request)
    }

    /// An error for one client.
    /// - Parameters:
    ///   - request: the name of the request that this answers or undoes; nil: it is not known.
    ///   - tap: the id that the client has given the tap that this is about.
    package mutating func error(
        _ message: String, answering request: String?, tap: TapID? = nil, at time: Instant
    ) {
        begin("error", at: time)
        line.text("message", message)
        if let request { line.text("request", request) }
        if let tap { line.field("id", tap) }
        line.close("}")
        line.endLine()
    }

    /// The answer to a status request.
    package mutating func status(_ status: StatusLine, at time: Instant) {
        var status = status
        begin("status", at: time)
        status.describe(&line)
        line.close("}")
        line.endLine()
    }

    package mutating func begin(_ event: StaticString, at time: Instant) {
        line.open("{")
        line.key("event")
        line.word(event)
        line.field("time", time)
    }
}
