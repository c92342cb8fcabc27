import FocusCore
import KioskLines

/// The codes and faces that clients see: which of them are news, and where they steer focus (`SightMachine`). No frame comes here.
struct Sights {
    typealias Client = ControlServer.ClientID

    /// A code that is news again once it was not read for this time. So it is of a face.
    private static let memory = TimeSpan.milliseconds(2000)

    private struct Recent {
        var code: SeenCode
        var time: Instant
    }

    private var machine = SightMachine()
    /// The client that has looked last; nil: none does.
    private var looker: Client?
    /// The latest tap at a code or a face.
    var tap: TapID?
    /// The codes that were read a short while ago.
    private var recent: [Recent] = []
    /// Nil: there is no face, as far as clients were told.
    private var faceSeen: Instant?

    /// A client has looked.
    /// - Returns: the news for everybody, and what becomes of focus.
    mutating func follow(
        _ request: ControlRequest, of client: Client, _ standing: SightMachine.Standing, at now: Instant
    ) -> (news: Announcement?, action: SightMachine.Action) {
        looker = client
        switch request {
        case .codeRead(let code, let steers):
            let action = steers ? machine.lookedForCode(isRead: code != nil, at: now, standing) : .none
            return (code.flatMap { news(of: $0, at: now) }, action)
        case .faceSeen(let box):
            return (news(ofFace: box, at: now), machine.lookedForFace(box, at: now, standing))
        default: return (nil, .none)
        }
    }

    /// The connection of a client has closed.
    mutating func clientLeft(_ client: Client, _ standing: SightMachine.Standing) -> SightMachine.Action {
        guard looker == client else { return .none }
        looker = nil
        recent = []
        faceSeen = nil
        return machine.ended(standing)
    }

    /// A code is the same while its text and its type are: hands shake.
    private mutating func news(of code: SeenCode, at now: Instant) -> Announcement? {
        recent.removeAll { now.since($0.time) > Self.memory }
        let isKnown = recent.contains { $0.code.text == code.text && $0.code.kind == code.kind }
        recent.removeAll { $0.code.text == code.text && $0.code.kind == code.kind }
        recent.append(Recent(code: code, time: now))
        return isKnown ? nil : .code(code)
    }

    private mutating func news(ofFace box: NormalizedRectangle?, at now: Instant) -> Announcement? {
        if let box {
            let isKnown = faceSeen != nil
            faceSeen = now
            return isKnown ? nil : .face(box)
        }
        guard let seen = faceSeen, now.since(seen) > Self.memory else { return nil }
        faceSeen = nil
        return .face(nil)
    }
}
