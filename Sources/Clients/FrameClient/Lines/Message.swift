import FocusCore
import JSONLines

/// A line from `tapfocus run`, with the fields that the client itself needs.
enum Message: Equatable {
    case measure(FrameWish)
    case rest
    /// The camera is held by this client.
    /// - Parameter measures: whether its frames are used.
    case held(measures: Bool)
    /// The camera is not held by this client, or not any more.
    case refused
    case event(EventKind)

    /// Nil if the line is not one of `tapfocus run`, or lacks something.
    init?(_ line: UnsafeRawBufferPointer) {
        guard let message = try? Self.message(line) else { return nil }
        self = message
    }

    private static func message(_ line: UnsafeRawBufferPointer) throws(JSONFault) -> Message? {
        let event = try field("event", of: line) { scanner throws(JSONFault) in try scanner.text() }
        guard let event else { return nil }
        if event == "measure" { return .measure(try FrameWish(line)) }
        if event == "rest" { return .rest }
        if event == "held" {
            let measures = try field("measures", of: line) { scanner throws(JSONFault) in try scanner.boolean() }
            return .held(measures: measures ?? false)
        }
        if event == "error" {
            let request = try field("request", of: line) { scanner throws(JSONFault) in try scanner.text() }
            if let request, request == "hold-frames" { return .refused }
            return .event(.error)
        }
        // The answer to `watch`, to `show-view` and to `compensate` tells the present state.
        if event == "state" || event == "status" { return .event(.state) }
        if event == "settled" { return .event(.settled) }
        if event == "tap-ignored" { return .event(.tapIgnored) }
        if event == "take-photo" { return .event(.takePhoto) }
        if event == "keep-photo" { return .event(.keepPhoto) }
        if event == "drop-photo" { return .event(.dropPhoto) }
        if event == "photo" { return .event(.photo) }
        if event == "start-movie" { return .event(.startMovie) }
        if event == "stop-movie" { return .event(.stopMovie) }
        if event == "movie" { return .event(.movie) }
        if event == "code" { return .event(.code) }
        return .event(.other)
    }

    /// The last field of that name; nil where there is none. The whole line is read, to be sure of it.
    static func field<Value>(
        _ name: StaticString, of line: UnsafeRawBufferPointer,
        _ read: (inout JSONScanner) throws(JSONFault) -> Value
    ) throws(JSONFault) -> Value? {
        var scanner = JSONScanner(line)
        var value: Value?
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == name { value = try read(&scanner) } else { try scanner.skip() }
        }
        try scanner.end()
        return value
    }
}
