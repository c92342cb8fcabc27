import TraceLines

/// A line of the socket, as a client reads it.
public enum KioskLine: Equatable, Sendable {
    /// An event.
    case announcement(Announcement)
    /// The present status, in answer to a request.
    case status(StatusLine)

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
        guard var announcement = Announcement.blank(event) else { return nil }
        var request: ControlRequest.Name?
        announcement.describe(&fields, &request)
        return fields.isComplete ? .announcement(announcement) : nil
    }
}
