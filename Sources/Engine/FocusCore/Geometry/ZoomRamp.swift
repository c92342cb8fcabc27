/// A wish for another zoom.
public struct ZoomWish: Equatable, Sendable {
    public var target: Target
    /// Doublings of the factor in a second; shares of the control's range where the factor is unknown. Nil: at once.
    public var rate: Double?

    public enum Target: Equatable, Sendable {
        /// The place in the control's range, 0…1.
        case linear(Double)
        /// The number of times by which the picture is enlarged, where it is known.
        case factor(Double)
        /// The value when the camera was opened.
        case original
        /// Where it is now: a ramp ends.
        case here
    }

    public init(_ target: Target, rate: Double? = nil) {
        self.target = target
        self.rate = rate
    }

    var hasUsableRate: Bool { rate.map { $0 > 0 && $0.isFinite } ?? true }
}

/// The way of a zoom from one value to another.
struct ZoomRamp: Equatable, Sendable, Snapshotable {
    private let start: Int64
    let target: Int64
    /// As in `ZoomWish`.
    private let rate: Double?
    private let began: Instant

    init(from start: Int64, to target: Int64, rate: Double?, at time: Instant) {
        self.start = start
        self.target = target
        self.rate = rate
        began = time
    }

    /// The value at a time. It goes in one direction.
    func value(at time: Instant, in range: ZoomRange) -> Int64 {
        guard let rate else { return target }
        let (from, to) = (range.position(of: start), range.position(of: target))
        let way = rate * max(time.since(began).seconds, 0)
        // Written so that NaN ends the ramp.
        guard way >= 0, way < abs(to - from) else { return target }
        return range.value(at: to > from ? from + way : from - way)
    }
}
