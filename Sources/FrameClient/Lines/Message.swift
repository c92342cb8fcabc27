import FocusCore
import TraceLines

/// A line from `tapfocus run`, with the fields that the client itself needs.
enum Message: Equatable {
    /// Frames are wanted.
    case measure(FrameWish)
    /// No frames are wanted.
    case rest
    /// The camera is held by this client.
    /// - Parameter measures: whether its frames are used.
    case held(measures: Bool)
    /// The camera is not held by this client, or not any more.
    case refused
    /// Something for the program.
    case event(EventKind)

    /// Nil if the line is not one of `tapfocus run`, or lacks something.
    init?(_ line: UnsafeRawBufferPointer) {
        guard let name = try? Self.name(line) else { return nil }
        let message = try? Self.message(name, line)
        guard let message else { return nil }
        self = message
    }

    private enum Name {
        case measure
        case rest
        case held
        case error
        case other(EventKind)
    }

    /// Reads the whole line, to be sure of it.
    private static func name(_ line: UnsafeRawBufferPointer) throws(JSONFault) -> Name {
        var scanner = JSONScanner(line)
        var name: Name?
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "event" { name = Self.name(try scanner.text()) } else { try scanner.skip() }
        }
        try scanner.end()
        guard let name else { throw scanner.fault("the field \"event\"") }
        return name
    }

    private static func name(_ text: JSONScanner.Key) -> Name {
        if text == "measure" { return .measure }
        if text == "rest" { return .rest }
        if text == "held" { return .held }
        if text == "error" { return .error }
        // The answer to `watch`, to `show-view` and to `compensate` tells the present state.
        if text == "state" || text == "status" { return .other(.state) }
        if text == "settled" { return .other(.settled) }
        if text == "tap-ignored" { return .other(.tapIgnored) }
        return .other(.other)
    }

    private static func message(_ name: Name, _ line: UnsafeRawBufferPointer) throws(JSONFault) -> Message {
        switch name {
        case .measure: .measure(try FrameWish(line))
        case .rest: .rest
        case .held: .held(measures: try measures(line))
        case .error: try refusesHold(line) ? .refused : .event(.error)
        case .other(let kind): .event(kind)
        }
    }

    private static func measures(_ line: UnsafeRawBufferPointer) throws(JSONFault) -> Bool {
        var scanner = JSONScanner(line)
        var measures = false
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "measures" { measures = try scanner.boolean() } else { try scanner.skip() }
        }
        return measures
    }

    private static func refusesHold(_ line: UnsafeRawBufferPointer) throws(JSONFault) -> Bool {
        var scanner = JSONScanner(line)
        var refusesHold = false
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "request" { refusesHold = try scanner.text() == "hold-frames" } else { try scanner.skip() }
        }
        return refusesHold
    }
}
