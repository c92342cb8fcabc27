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
        if let tap {
            line.key("id")
            line.integer(tap.number)
        }
        line.close("}")
        line.endLine()
    }

    /// The answer to a status request.
    package mutating func status(_ status: KioskStatus, at time: Instant) {
        begin("status", at: time)
        line.stateFields(status.state)
        line.key("moved")
        line.boolean(status.hasMoved)
        line.key("settling")
        line.boolean(status.isSettling)
        line.key("compensation")
        line.number(status.compensation)
        line.key("missingCompensation")
        line.number(status.missingCompensation)
        line.key("camera")
        device(status.camera) { line in
            if let levels = status.levels { line.levelFields(levels) }
            line.key("frames")
            line.word(status.frameSource)
        }
        line.key("touchscreen")
        device(status.touchscreen) { _ in }
        line.key("accelerometer")
        device(status.accelerometer) { line in
            line.key("awake")
            line.boolean(status.isSensorAwake)
        }
        if let trace = status.trace {
            line.text("trace", trace)
        } else {
            line.key("trace")
            line.null()
        }
        line.close("}")
        line.endLine()
    }

    package mutating func begin(_ event: StaticString, at time: Instant) {
        line.open("{")
        line.key("event")
        line.word(event)
        line.key("time")
        line.integer(time.nanoseconds)
    }

    private mutating func device(_ news: DeviceNews?, _ more: (inout JSONLine) -> Void) {
        guard let news else {
            line.null()
            return
        }
        line.open("{")
        line.text("name", news.name)
        line.text("path", news.path)
        more(&line)
        line.close("}")
    }
}
