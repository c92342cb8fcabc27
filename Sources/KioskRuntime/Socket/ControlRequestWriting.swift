import FocusCore
import Foundation

/// Writes requests, for clients.
extension ControlRequest {
    private struct Line: Encodable {
        var request: ControlRequest.Name
        var x: Double?
        var y: Double?
        var `in`: String?
        var ev: Double?
        var until: String?
        var id: UInt64?
        var text: String?
    }

    /// The request as a line with its line feed.
    public var line: Data {
        // A Double that is not a number cannot be encoded; the line is then an empty object, which the server refuses.
        ((try? JSONEncoder().encode(record)) ?? Data("{}".utf8)) + Data("\n".utf8)
    }

    private var record: any Encodable {
        switch self {
        case .tap(let x, let y, let space, let id):
            Line(request: .tap, x: x, y: y, in: space == .view ? nil : space.rawValue, id: id?.number)
        case .compensate(let ev, let untilContinuous):
            Line(request: .compensate, ev: ev, until: untilContinuous ? Self.untilContinuous : nil)
        case .view(let placement): placement.line
        case .sendTaps: Line(request: .sendTaps)
        case .showView: Line(request: .showView)
        case .status: Line(request: .status)
        case .watch: Line(request: .watch)
        case .holdFrames(let wish): wish.line
        case .frame(let frame): frame.line
        case .framesEnded: Line(request: .framesEnded)
        case .markTrace(let text): Line(request: .markTrace, text: text)
        case .nextTrace: Line(request: .nextTrace)
        }
    }
}
