import FocusCore
import TraceLines

/// Writes requests, for clients.
extension ControlRequest {
    /// The request as a line with its line feed.
    public var line: [UInt8] {
        var line = JSONLine()
        line.open("{")
        line.text("request", name.rawValue)
        switch self {
        case .tap(let x, let y, let space, let id): line.tap(x, y, space, id)
        case .compensate(let ev, let untilContinuous):
            line.key("ev")
            line.number(ev)
            if untilContinuous { line.text("until", Self.untilContinuous) }
        case .view(let placement): line.fields(of: placement)
        case .holdFrames(let wish): line.fields(of: wish)
        case .frame(let frame): line.fields(of: frame)
        case .markTrace(let text): line.text("text", text)
        case .sendTaps, .showView, .status, .watch, .framesEnded, .nextTrace: break
        }
        line.close("}")
        line.endLine()
        return line.bytes
    }
}

extension JSONLine {
    fileprivate mutating func tap(_ x: Double, _ y: Double, _ space: ControlRequest.TapSpace, _ id: TapID?) {
        key("x")
        number(x)
        key("y")
        number(y)
        if space != .view { text("in", space.rawValue) }
        if let id {
            key("id")
            integer(id.number)
        }
    }
}
