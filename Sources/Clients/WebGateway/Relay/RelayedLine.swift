import JSONLines
import RequestNames

/// Decides which messages of a page reach the control socket.
public enum RelayedLine {
    /// The requests that a page may make. All others concern files, which nobody behind a browser writes, or codes
    /// and faces, which steer focus for all.
    public static let requests: [RequestName] = [
        .holdFrames, .frame, .framesEnded, .tap, .lock, .unlock, .zoom, .light, .lamp, .camera,
        .cameras, .compensate, .showView, .view, .sendTaps, .status, .watch,
    ]

    /// The reason why a message is not passed on.
    public struct Refusal: Error, Equatable, Sendable {
        public var sentence: String
        /// The request, if it could be read.
        public var request: String?

        /// The line of an `error` event that tells the page.
        /// - Parameter time: in nanoseconds of CLOCK_MONOTONIC.
        public func line(at time: Int64) -> [UInt8] {
            var line = JSONLine()
            line.open("{")
            line.key("event")
            line.word("error")
            line.key("time")
            line.integer(time)
            line.text("message", sentence)
            if let request { line.text("request", request) }
            line.close("}")
            return line.bytes
        }
    }

    /// Checks a message. The daemon may be of another version, with another reader. So everything that two readers could
    /// understand in two ways is refused: a line feed, escapes in names, the same name twice. A page's wishes end with the page, so
    /// `stays` is refused, too.
    public static func check(_ message: UnsafeRawBufferPointer) throws(Refusal) {
        guard message.count <= RequestName.longestLine else { throw Refusal(sentence: RequestName.tooLong) }
        guard !message.contains(UInt8(ascii: "\n")) else {
            throw Refusal(sentence: "a message is one request, on one line; this one has a line feed.")
        }
        let (request, hasStays) = try fields(of: message)
        guard let name = RequestName(rawValue: request), requests.contains(name) else {
            let known = RequestName.list(requests)
            throw Refusal(
                sentence:
                    "the request \"\(Printable.text(request))\" is not passed on from a page; passed on are \(known).",
                request: Printable.text(request))
        }
        guard !hasStays else {
            throw Refusal(
                sentence: "\"stays\" is not passed on: what a page asks for ends with the page. Leave it out.",
                request: request)
        }
    }

    /// The name of the request, and true if it has a field `stays`, with whatever value.
    private static func fields(
        of message: UnsafeRawBufferPointer
    ) throws(Refusal) -> (request: String, hasStays: Bool) {
        var scanner = JSONScanner(message)
        var names: [String] = []
        var (hasEscapes, hasStays) = (false, false)
        do throws(JSONFault) {
            try scanner.object { (scanner, key) throws(JSONFault) in
                if key.bytes.contains(UInt8(ascii: "\\")) { hasEscapes = true }
                if key == "stays" { hasStays = true }
                if key == "request" { names.append(try scanner.string()) } else { try scanner.skip() }
            }
            try scanner.end()
        } catch {
            throw Refusal(
                sentence: "expected a JSON object with a field \"request\", for example {\"request\":\"status\"}.")
        }
        guard !hasEscapes, names.count == 1 else {
            throw Refusal(sentence: "a request has one field \"request\", and names of fields without backslashes.")
        }
        return (names[0], hasStays)
    }
}
