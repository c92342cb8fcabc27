import TraceLines

/// Decides which messages of a page reach the control socket.
public enum RelayedLine {
    /// The requests that a page may make. All others concern the kiosk's files, and nobody behind a browser.
    public static let requests = [
        "hold-frames", "frame", "frames-ended", "tap", "compensate", "show-view", "view", "send-taps",
        "status", "watch",
    ]

    /// The longest message, and the longest line of the control socket, in bytes; 64 KiB.
    public static let longest = 65_536

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
            line.text("event", "error")
            line.key("time")
            line.integer(time)
            line.text("message", sentence)
            if let request { line.text("request", request) }
            line.close("}")
            return line.bytes
        }
    }

    /// Checks a message. The daemon reads JSON with another reader, so everything that two readers could understand in two ways is
    /// refused: a line feed, escapes in names, the same name twice.
    public static func check(_ message: UnsafeRawBufferPointer) throws(Refusal) {
        guard message.count <= longest else {
            throw Refusal(sentence: "a request may have up to 64 KiB; this one has more.")
        }
        guard !message.contains(UInt8(ascii: "\n")) else {
            throw Refusal(sentence: "a message is one request, on one line; this one has a line feed.")
        }
        let request = try name(in: message)
        guard requests.contains(request) else {
            let known = requests.dropLast().joined(separator: ", ") + " and " + requests.last!
            throw Refusal(
                sentence:
                    "the request \"\(Printable.text(request))\" is not passed on from a page; passed on are \(known).",
                request: Printable.text(request))
        }
    }

    private static func name(in message: UnsafeRawBufferPointer) throws(Refusal) -> String {
        var scanner = JSONScanner(message)
        var names: [String] = []
        var hasEscapes = false
        do throws(JSONFault) {
            try scanner.object { (scanner, key) throws(JSONFault) in
                if key.bytes.contains(UInt8(ascii: "\\")) { hasEscapes = true }
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
        return names[0]
    }
}
