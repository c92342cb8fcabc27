import FocusCore
import Foundation

/// Reads the lines of the socket's clients.
extension ControlRequest {
    private struct Question: Decodable {
        var request: String
    }

    private struct Tap: Decodable {
        var x: Double
        var y: Double
    }

    private struct Space: Decodable {
        var `in`: String?
    }

    private struct Identity: Decodable {
        var id: UInt64?
    }

    private struct Mark: Decodable {
        var text: String
    }

    private struct Compensation: Decodable {
        var ev: Double
    }

    private struct End: Decodable {
        var until: String?
    }

    /// - Parameter line: without its line feed.
    public init(line: Data) throws(Refusal) {
        guard let question = try? JSONDecoder().decode(Question.self, from: line) else {
            throw Refusal(
                message: "expected a JSON object with a field \"request\", for example {\"request\":\"status\"}.")
        }
        guard let name = Name(rawValue: question.request) else {
            let known = Name.allCases.map(\.rawValue)
            let list = known.dropLast().joined(separator: ", ") + " and " + known.last!
            throw Refusal(message: "unknown request \"\(question.request)\"; known are \(list).")
        }
        do throws(Refusal) {
            self = try Self.read(name, line)
        } catch {
            var refusal = error
            refusal.request = name
            throw refusal
        }
    }

    private static func read(_ name: Name, _ line: Data) throws(Refusal) -> ControlRequest {
        switch name {
        case .tap: try tap(line)
        case .compensate: try compensation(line)
        case .view: .view(try ViewPlacement(line: line))
        case .sendTaps: .sendTaps
        case .showView: .showView
        case .status: .status
        case .watch: .watch
        case .holdFrames: .holdFrames(try HoldWish(line: line))
        case .frame: .frame(try HeldFrame(line: line))
        case .framesEnded: .framesEnded
        case .markTrace: try mark(line)
        case .nextTrace: .nextTrace
        }
    }

    private static func mark(_ line: Data) throws(Refusal) -> ControlRequest {
        guard let mark = try? JSONDecoder().decode(Mark.self, from: line), 1...longestMark ~= mark.text.utf8.count
        else {
            throw Refusal(message: "a mark needs a text of 1 to \(longestMark) bytes.")
        }
        return .markTrace(mark.text)
    }

    private static func compensation(_ line: Data) throws(Refusal) -> ControlRequest {
        guard let compensation = try? JSONDecoder().decode(Compensation.self, from: line),
            Configuration.compensationRange.contains(compensation.ev)
        else {
            throw Refusal(message: "a compensation needs a number ev, -4…4.")
        }
        guard let end = try? JSONDecoder().decode(End.self, from: line),
            end.until == nil || end.until == untilContinuous
        else {
            throw Refusal(message: "a compensation holds until another one, or until \"\(untilContinuous)\".")
        }
        return .compensate(ev: compensation.ev, untilContinuous: end.until != nil)
    }

    private static func tap(_ line: Data) throws(Refusal) -> ControlRequest {
        guard let identity = try? JSONDecoder().decode(Identity.self, from: line), identity.id ?? 0 <= largestID else {
            throw Refusal(message: "the id of a tap is a whole number, 0…\(largestID).")
        }
        let id = identity.id.map(TapID.init)
        guard let point = try? JSONDecoder().decode(Tap.self, from: line), point.x.isFinite, point.y.isFinite else {
            throw Refusal(message: "a tap needs numbers x and y, 0…1.", tap: id)
        }
        guard let named = try? JSONDecoder().decode(Space.self, from: line),
            let space = TapSpace(rawValue: named.in ?? TapSpace.view.rawValue)
        else {
            throw Refusal(
                message: "a tap is in \"view\" coordinates, or in those of the camera's \"picture\".", tap: id)
        }
        return .tap(x: point.x, y: point.y, in: space, id: id)
    }
}
