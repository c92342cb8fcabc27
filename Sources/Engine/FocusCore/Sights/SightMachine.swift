/// Steers focus for a reader of codes and a detector of faces, with the lowest rank: it taps only while nothing is held by a person or an
/// application, and at most once in five seconds.
///
///     a reader has read nothing for two seconds    ──▶  tap at the centre; again after 5, 10, and then every 20 s
///     a face has kept its place for half a second  ──▶  tap at its middle
///     that face has been gone for two seconds      ──▶  let go
///
/// A code is held before the middle of the picture, and nearer than all else. A search there finds it, where an automatic stays with the
/// background; and a blurred code is never read. Once it is read, its focus stays held for the next one.
///
/// It has no clock: each look comes with its time. It is no part of the engine's trace: its taps are inputs like those of clients.
public struct SightMachine: Equatable, Sendable {
    /// Who has the say about focus.
    public enum Standing: Equatable, Sendable {
        /// Nothing is held, and no tap is on its way.
        case free
        /// The latest tap of this machine is on its way, or is held.
        case own
        /// A person or an application has tapped or locked, or there is no camera.
        case taken
    }

    public enum Action: Equatable, Sendable {
        case none
        /// A tap, in coordinates of the camera's picture.
        case tap(PointOfInterest)
        /// Back to continuous.
        case letGo
    }

    private enum Purpose: Equatable, Sendable {
        case code, face
    }

    private struct SteadyFace: Equatable, Sendable {
        var box: NormalizedRectangle
        var since: Instant
    }

    /// The shortest time between two taps: a camera that searched all the time would never be sharp.
    private static let shortestPause = TimeSpan.milliseconds(5000)
    /// The longest one between two taps for codes, where nothing is ever read.
    private static let longestPause = TimeSpan.milliseconds(20_000)
    /// A reader has this time with the focus as it is.
    private static let longestUnread = TimeSpan.milliseconds(2000)
    private static let steadyTime = TimeSpan.milliseconds(500)
    private static let lostTime = TimeSpan.milliseconds(2000)
    /// A face keeps its place while its middle strays no farther than this share of its width and height.
    private static let farthest = 0.1

    /// The purpose of the tap that is on its way, or is held; nil: there is no such tap.
    private var purpose: Purpose?
    /// The time of the latest tap.
    private var tapped: Instant?
    /// Nil: the latest look has read a code, or there was none yet.
    private var unreadSince: Instant?
    /// Before the next tap for codes.
    private var pause = TimeSpan.zero
    /// Nil: no face is seen.
    private var face: SteadyFace?
    private var faceSeen: Instant?

    public init() {}

    /// A reader of codes has looked at a frame.
    /// - Parameter isRead: true if it has read one.
    public mutating func lookedForCode(isRead: Bool, at now: Instant, _ standing: Standing) -> Action {
        heed(standing)
        guard !isRead else {
            unreadSince = nil
            pause = .zero
            return .none
        }
        guard let since = unreadSince else {
            unreadSince = now
            return .none
        }
        guard now.since(since) >= Self.longestUnread, mayTap(now, after: pause) else { return .none }
        guard standing == .free || purpose == .code else { return .none }
        let doubled = TimeSpan(nanoseconds: pause.nanoseconds * 2)
        pause = min(max(doubled, Self.shortestPause), Self.longestPause)
        return tap(.centre, for: .code, at: now)
    }

    /// A detector of faces has looked at a frame.
    /// - Parameter box: the largest face, in shares of the camera's picture; nil: it has found none.
    public mutating func lookedForFace(_ box: NormalizedRectangle?, at now: Instant, _ standing: Standing) -> Action {
        heed(standing)
        guard let box else { return lookedInVain(at: now) }
        faceSeen = now
        let steady = steadyFace(box, at: now)
        face = steady
        guard standing == .free, now.since(steady.since) >= Self.steadyTime, mayTap(now) else { return .none }
        let middle = Self.middle(of: box)
        // A comparison with NaN is false.
        guard middle.x >= 0, middle.x <= 1, middle.y >= 0, middle.y <= 1 else { return .none }
        return tap(middle, for: .face, at: now)
    }

    /// The program that looks has ended.
    public mutating func ended(_ standing: Standing) -> Action {
        heed(standing)
        let isHeld = purpose != nil
        let latest = tapped
        self = SightMachine()
        tapped = latest
        return isHeld ? .letGo : .none
    }

    /// Somebody else has tapped, or something has moved: nothing is held for a code or a face any more.
    private mutating func heed(_ standing: Standing) { if standing != .own { purpose = nil } }

    private func mayTap(_ now: Instant, after pause: TimeSpan = .zero) -> Bool {
        guard let tapped else { return true }
        return now.since(tapped) >= max(pause, Self.shortestPause)
    }

    private mutating func tap(_ point: PointOfInterest, for purpose: Purpose, at now: Instant) -> Action {
        self.purpose = purpose
        tapped = now
        return .tap(point)
    }

    private mutating func lookedInVain(at now: Instant) -> Action {
        face = nil
        guard purpose == .face, let faceSeen, now.since(faceSeen) >= Self.lostTime else { return .none }
        purpose = nil
        return .letGo
    }

    /// The face that is looked at, with the time since which it has kept its place.
    private func steadyFace(_ box: NormalizedRectangle, at now: Instant) -> SteadyFace {
        guard let face else { return SteadyFace(box: box, since: now) }
        let (here, there) = (Self.middle(of: box), Self.middle(of: face.box))
        let isSteady =
            (here.x - there.x).magnitude <= Self.farthest * box.width
            && (here.y - there.y).magnitude <= Self.farthest * box.height
        return isSteady ? face : SteadyFace(box: box, since: now)
    }

    private static func middle(of box: NormalizedRectangle) -> PointOfInterest {
        PointOfInterest(x: box.x + box.width / 2, y: box.y + box.height / 2)
    }
}
