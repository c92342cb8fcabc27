/// The positions of a bracket of focus, beside the held one, as shares of the lens's range.
public struct LensWish: Equatable, Sendable {
    /// That of this photo.
    public var share: Double
    /// The lowest and the highest of all its photos. The first photo is refused where the lens does not have them both.
    public var lowest: Double
    public var highest: Double

    public init(_ share: Double, from lowest: Double? = nil, to highest: Double? = nil) {
        self.share = share
        self.lowest = lowest ?? share
        self.highest = highest ?? share
    }

    /// The shares that may be asked for.
    public static let range = -1.0...1.0

    /// False where one of them is no share.
    public var isUsable: Bool {
        Self.range.contains(share) && Self.range.contains(lowest) && Self.range.contains(highest)
    }
}

/// A photo with a lens position of its own: whether it may have it, where the lens is to stand for it, and that it goes back.
public struct PhotoLens: Equatable, Sendable {
    /// Where the lens is to stand for the present photo; nil: at its own position.
    public private(set) var position: Int64?
    /// The longest way of the lens so far, as a share of its range: from one side of its own position to the other.
    private var way = 0.0

    /// A lens of which nothing was learned counts as one that takes this long over its whole range.
    private static let slowest = 1.0

    public init() {}

    /// A photo begins.
    /// - Parameter lens: nil: focus is not held, or at a position that is not known.
    /// - Returns: the reason why there is no such photo; nil: the lens may be moved.
    public mutating func begin(_ wish: LensWish, of lens: HeldLens?) -> PhotoFailure? {
        guard let lens else { return .notHeld }
        guard let position = lens.position(beside: wish.share), lens.position(beside: wish.lowest) != nil,
            lens.position(beside: wish.highest) != nil
        else { return .outOfRange }
        self.position = position
        way = max(way, 2 * abs(wish.share))
        return nil
    }

    /// The photo has its frame, or ends without it.
    /// - Returns: true if the lens was moved for it, and is to go back.
    public mutating func end() -> Bool {
        defer { position = nil }
        return position != nil
    }

    /// False once the lens is no more where the present photo wants it: the camera has refused the position, a tap has come, or the hold
    /// was lost.
    /// - Parameter aside: where the engine has put it beside its own position; nil: it stands there, or is not held.
    public func stands(at aside: Int64?) -> Bool { position == nil || position == aside }

    /// The time from a write to the moment in which the lens has arrived, where searches have not learned the frames that it needs.
    public var travel: TimeSpan { .seconds(way * Self.slowest) }
}
