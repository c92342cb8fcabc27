import FocusCore
import JSONLines
import RequestNames
import TraceLines

/// A line of the socket, as a client reads it.
public enum KioskLine: Equatable, Sendable {
    /// An event.
    case announcement(Announcement)
    /// The present status, in answer to a request.
    case status(StatusLine)
    /// The cameras that are connected, in answer to a request.
    case cameras(CamerasLine)

    /// - Parameter line: with or without its line feed. Nil if this version does not know the line.
    public init?(_ line: some Collection<UInt8>) {
        var bytes = Array(line)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard let line = bytes.withUnsafeBytes({ Self.read($0) }) else { return nil }
        self = line
    }

    private static func read(_ line: UnsafeRawBufferPointer) -> KioskLine? {
        var event = ""
        guard var fields = try? LineFields(line), (try? fields.read("event", &event)) == true else { return nil }
        if event == "status" {
            var status = StatusLine.blank
            status.describe(&fields)
            return fields.isComplete ? .status(status) : nil
        }
        if event == "cameras" {
            var cameras = CamerasLine()
            cameras.describe(&fields)
            return fields.isComplete ? .cameras(cameras) : nil
        }
        guard var announcement = Announcement.blank(event) else { return nil }
        var request: RequestName?
        announcement.describe(&fields, &request)
        return fields.isComplete ? .announcement(announcement) : nil
    }
}

extension Announcement {
    /// The line for programs, with its line feed.
    /// - Parameter request: the request that this answers, and which the line then names; nil: it is an event.
    package func line(at time: Instant, answering request: RequestName? = nil) -> [UInt8] {
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
