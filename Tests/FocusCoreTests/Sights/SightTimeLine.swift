@testable import FocusCore

/// A time line of looks, half a second a mark: n nothing is read, c a code is read, f a face, g a face at another place, - no face,
/// P a person taps, M something moves, E the program that looks ends. It answers with a mark for each: T a tap, L it lets go, and a
/// dot for nothing.
struct SightTimeLine {
    private var machine = SightMachine()
    private var standing = SightMachine.Standing.free
    private var now = Instant(nanoseconds: 0)
    private(set) var points: [PointOfInterest] = []

    static let face = NormalizedRectangle(x: 0.25, y: 0.25, width: 0.25, height: 0.5)
    static let other = NormalizedRectangle(x: 0.5, y: 0.25, width: 0.25, height: 0.5)

    static func said(_ line: String) -> String {
        var timeLine = SightTimeLine()
        return timeLine.play(line)
    }

    mutating func play(_ line: String) -> String { String(line.map { mark in answer(mark) }) }

    private mutating func answer(_ mark: Character) -> Character {
        defer { now = now.advanced(by: .milliseconds(500)) }
        switch act(mark) {
        case .none: return "."
        case .tap(let point):
            points.append(point)
            standing = .own
            return "T"
        case .letGo:
            standing = .free
            return "L"
        }
    }

    private mutating func act(_ mark: Character) -> SightMachine.Action {
        switch mark {
        case "n": return machine.lookedForCode(isRead: false, at: now, standing)
        case "c": return machine.lookedForCode(isRead: true, at: now, standing)
        case "f": return machine.lookedForFace(Self.face, at: now, standing)
        case "g": return machine.lookedForFace(Self.other, at: now, standing)
        case "-": return machine.lookedForFace(nil, at: now, standing)
        case "E": return machine.ended(standing)
        case "P": standing = .taken
        case "M": standing = .free
        default: break
        }
        return .none
    }
}
