/// The lag and the speed of a lens, as its latest moves have shown them.
///
/// A move that begins after a lag, and passes a number of units in each frame, is over in
///
///     frames = lag + distance / speed     (counted from 0, the last part of a frame's way is part of that frame)
///
/// A few moves of each length are kept. Of all lags and speeds those count that explain the moves best, where a move that came later than
/// explained weighs twice as much as one that came earlier: two moves of three arrive in time. A late frame or a loaded machine delays a
/// move now and then. Such a move is outvoted, or soon forgotten: the newest of a length count most, and replace the oldest.
///
/// Long moves alone do not tell a lag from a low speed. Of several explanations that are equally good, each move gets the longest delay.
public struct LensMotion: Equatable, Sendable, Snapshotable, SnapshotChecked {
    private struct Arrival: Equatable, Sendable, Snapshotable {
        /// The length of the move, in the driver's units, 1 or more.
        var distance: UInt64
        /// The frames until the lens was seen at rest.
        var frames: Int
    }

    /// The latest moves, the oldest first.
    private var arrivals = InlineList<16, Arrival>()

    /// The moves that are kept of lengths that have the same number of binary digits.
    private static let mostAlike = 4
    /// The weight of a move for each newer one of its length.
    private static let decay = 0.85
    /// The weight of a frame by which a move came later than explained; a frame by which it came earlier has 1.
    private static let lateness = 2.0
    /// More frames than this, later or earlier, weigh no more: a move may be an accident.
    private static let worst = 3.0
    /// The longest delay, in frames.
    private static let most = 30

    /// Nothing is known yet.
    public init() {}

    /// A lens that is known.
    /// - Parameters:
    ///   - lag: the frames of a move of no length, 0…30.
    ///   - speed: the units that the lens passes in a frame, 1 or more; nil: it jumps any way.
    ///   - distance: the longest move that is known, in the driver's units.
    public init(lag: Int, speed: Double? = nil, upTo distance: UInt64) {
        let slowness = speed.map { 1 / $0.clamped(to: 1...1e18) } ?? 0
        var length = distance
        for _ in 0..<4 {
            // Two of each length make it sure.
            for _ in 0..<2 { learn(frames: Self.frames(of: length, lag: lag, slowness: slowness), over: length) }
            length /= 4
        }
    }

    var isSound: Bool { arrivals.first { $0.distance < 1 || !(0...Self.most).contains($0.frames) } == nil }

    /// True when two moves at most are kept.
    var isYoung: Bool { arrivals.count < 3 }

    /// The longest move that is kept, in the driver's units; 0: none is.
    var longestDistance: UInt64 {
        var longest: UInt64 = 0
        arrivals.forEach { longest = max(longest, $0.distance) }
        return longest
    }

    /// The frames that a move of this length needs; nil: no move has shown anything.
    public func frames(for distance: UInt64) -> Int? { explained(distance)?.frames }

    /// The frames that a move of this length is given; nil: no move has shown anything. A way that takes frames gets one more than it
    /// needs by the explanation, because its last part often changes the sharpness too little to be seen.
    func safeFrames(for distance: UInt64) -> Int? {
        explained(distance).map { $0.frames > $0.lag ? min($0.frames + 1, Self.most) : $0.frames }
    }

    /// The least lag of all good explanations, in frames: as many frames show the lens where it was.
    var surestLag: Int { explained(1)?.surest ?? 0 }

    /// The lag, if all moves have exactly the delays of a lens that jumps, and either no shorter lag with a speed explains them, or three
    /// moves or more have been seen, one of them half as long again as another; nil: unknown. (A lens whose speed makes each of these take
    /// just one frame is rare, and a frame that confirms the summit finds it out.)
    var steadyLag: Int? {
        guard let best = explained(1), best.error < Self.equal, best.frames == best.lag else { return nil }
        if best.surest == best.lag { return best.lag }
        var shortest = UInt64.max
        arrivals.forEach { shortest = min(shortest, $0.distance) }
        return arrivals.count > 2 && shortest <= longestDistance / 3 * 2 ? best.lag : nil
    }

    /// True when two moves of at least half and at most twice this length are kept.
    func isSure(of distance: UInt64) -> Bool {
        arrivals.filter { $0.distance / 2 <= distance && distance / 2 <= $0.distance }.count >= 2
    }

    /// A move was seen to arrive in the frame with this number, counted from 0.
    mutating func learn(frames: Int, over distance: UInt64) {
        guard distance > 0 else { return }
        let length = Self.digits(of: distance)
        let alike = arrivals.filter { Self.digits(of: $0.distance) == length }.count
        var isOneTooMany = alike >= Self.mostAlike || arrivals.count >= 16
        var kept = InlineList<16, Arrival>()
        for index in 0..<arrivals.count {
            guard let arrival = arrivals[index] else { continue }
            let isOldest = alike < Self.mostAlike || Self.digits(of: arrival.distance) == length
            if isOneTooMany, isOldest {
                isOneTooMany = false
            } else {
                kept.append(arrival)
            }
        }
        kept.append(Arrival(distance: distance, frames: frames.clamped(to: 0...Self.most)))
        arrivals = kept
    }
}

// The lags and speeds that explain the moves.
extension LensMotion {
    /// By the best explanations: the least lag, and the longest delay of a move of this length; nil: there are no moves. A lens that jumps
    /// any way is preferred where it explains the moves as well, up to the longest of them: then both are its lag.
    /// - Returns: besides, the least lag of all explanations (`surest`), and the error of each.
    private func explained(_ distance: UInt64) -> (lag: Int, frames: Int, surest: Int, error: Double)? {
        guard !arrivals.isEmpty else { return nil }
        let weights = ages()
        let slowest = 1 / Double(max(longestDistance, 1))
        var least = Double.infinity
        var (leastLag, mostFrames) = (0, 0)
        var jump: (lag: Int, error: Double) = (0, .infinity)
        for lag in 0...latest {
            // The error changes only where a move gets one frame more. The last speed before that, the lowest of its kind, is tried.
            for index in 0...arrivals.count {
                var slowness = slowest
                if let arrival = arrivals[index] {
                    guard arrival.frames >= lag else { continue }
                    slowness = Double(arrival.frames - lag + 1) / Double(arrival.distance)
                }
                let sum = error(lag: lag, slowness: slowness, weights)
                let frames = Self.frames(of: distance, lag: lag, slowness: slowness)
                if index == arrivals.count, sum < jump.error - Self.equal { jump = (lag, sum) }
                if sum < least - Self.equal {
                    (least, leastLag, mostFrames) = (sum, lag, frames)
                } else if sum <= least + Self.equal {
                    (leastLag, mostFrames) = (min(leastLag, lag), max(mostFrames, frames))
                }
            }
        }
        let isKnown = distance - min(distance, longestDistance) <= longestDistance / 16
        if isKnown, jump.error <= least + Self.equal { return (jump.lag, jump.lag, leastLag, least) }
        return (leastLag, mostFrames, leastLag, least)
    }

    /// Errors that differ by less are equal: they differ by rounding.
    private static let equal = 1e-9

    /// The largest number of frames of a kept move.
    private var latest: Int {
        var latest = 0
        arrivals.forEach { latest = max(latest, $0.frames) }
        return latest.clamped(to: 0...Self.most)
    }

    /// The weight of each move: the fewer newer ones of its length there are, the more.
    private func ages() -> InlineArray<16, Double> {
        var weights = InlineArray<16, Double>(repeating: 1)
        for index in 0..<arrivals.count {
            for newer in (index + 1)..<max(arrivals.count, index + 1) {
                guard let one = arrivals[index], let other = arrivals[newer] else { continue }
                if Self.digits(of: one.distance) == Self.digits(of: other.distance) { weights[index] *= Self.decay }
            }
        }
        return weights
    }

    private func error(lag: Int, slowness: Double, _ weights: InlineArray<16, Double>) -> Double {
        var sum = 0.0
        for index in 0..<arrivals.count {
            guard let arrival = arrivals[index] else { continue }
            let late = arrival.frames - Self.frames(of: arrival.distance, lag: lag, slowness: slowness)
            let frames = min(Double(late.magnitude), Self.worst)
            sum += weights[index] * frames * (late > 0 ? Self.lateness : 1)
        }
        return sum
    }

    /// The number of the frame that first shows the lens at rest. The margin is that of rounding: three times a third is one frame's way.
    private static func frames(of distance: UInt64, lag: Int, slowness: Double) -> Int {
        lag.clamped(to: 0...most) + Int((Double(distance) * slowness - 1e-6).clamped(to: 0...Double(most)))
    }

    private static func digits(of distance: UInt64) -> Int { UInt64.bitWidth - distance.leadingZeroBitCount }
}
