import FocusCore
import Foundation

/// A request of the socket's client: one JSON object a line.
public enum ControlRequest: Equatable, Sendable {
    /// A tap at view coordinates. Its answer and all events about it repeat the id.
    case tap(x: Double, y: Double, id: TapID? = nil)
    /// The view is shown again.
    case showView
    /// A new exposure compensation, in EV.
    case compensate(ev: Double)
    /// Asks for the present status.
    case status
    /// Asks for all announcements from now on.
    case watch

    /// The longest accepted line, in bytes; 64 KiB.
    public static let longestLine = 65_536

    private struct Line: Encodable {
        var request: String
        var x: Double?
        var y: Double?
        var ev: Double?
        var id: UInt64?
    }

    /// The largest id. Every JSON reader keeps whole numbers up to this one exact (RFC 8259, section 6).
    public static let largestID: UInt64 = (1 << 53) - 1

    /// The coordinates are checked only for a tap, with an error message of their own.
    private struct Question: Decodable {
        var request: String
    }

    private struct Point: Decodable {
        var x: Double
        var y: Double
    }

    private struct Identity: Decodable {
        var id: UInt64?
    }

    private struct Compensation: Decodable {
        var ev: Double
    }

    /// The reason why a line is not a request: a sentence for the client.
    public struct Refusal: Error, Equatable, Sendable {
        public var message: String
        /// The id of the tap that was asked for, if it has one.
        public var tap: TapID?
    }

    /// The id of a tap; nil for other requests, and for a tap without one.
    var tap: TapID? {
        if case .tap(_, _, let id) = self { id } else { nil }
    }

    /// - Parameter line: without its line feed.
    public init(line: Data) throws(Refusal) {
        let decoded: Question
        do {
            decoded = try JSONDecoder().decode(Question.self, from: line)
        } catch {
            throw Refusal(
                message: "expected a JSON object with a field \"request\", for example {\"request\":\"status\"}.")
        }
        switch decoded.request {
        case "tap":
            guard let identity = try? JSONDecoder().decode(Identity.self, from: line),
                identity.id ?? 0 <= Self.largestID
            else {
                throw Refusal(message: "the id of a tap is a whole number, 0…\(Self.largestID).")
            }
            let id = identity.id.map(TapID.init)
            guard let point = try? JSONDecoder().decode(Point.self, from: line), point.x.isFinite, point.y.isFinite
            else {
                throw Refusal(message: "a tap needs numbers x and y in view coordinates, 0…1.", tap: id)
            }
            self = .tap(x: point.x, y: point.y, id: id)
        case "compensate":
            guard let compensation = try? JSONDecoder().decode(Compensation.self, from: line),
                Configuration.compensationRange.contains(compensation.ev)
            else {
                throw Refusal(message: "a compensation needs a number ev, -4…4.")
            }
            self = .compensate(ev: compensation.ev)
        case "show-view": self = .showView
        case "status": self = .status
        case "watch": self = .watch
        default:
            throw Refusal(
                message:
                    "unknown request \"\(decoded.request)\"; known are tap, show-view, compensate, status and watch.")
        }
    }

    /// The request as a line with its line feed.
    public var line: Data {
        let record =
            switch self {
            case .tap(let x, let y, let id): Line(request: "tap", x: x, y: y, id: id?.number)
            case .showView: Line(request: "show-view")
            case .compensate(let ev): Line(request: "compensate", ev: ev)
            case .status: Line(request: "status")
            case .watch: Line(request: "watch")
            }
        // A Double that is not a number cannot be encoded; the line is then an empty object, which the server refuses.
        return ((try? JSONEncoder().encode(record)) ?? Data("{}".utf8)) + Data("\n".utf8)
    }
}
