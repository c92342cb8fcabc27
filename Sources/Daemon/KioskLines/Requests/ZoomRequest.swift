import FocusCore
import TraceLines

/// A client's wish for another zoom.
public struct ZoomRequest: Equatable, Sendable {
    public var wish: ZoomWish
    /// True: the zoom outlives the connection.
    public var stays: Bool
    /// True before its fields are read.
    private var isBlank = false

    static var blank: ZoomRequest {
        var request = ZoomRequest(ZoomWish(.here))
        request.isBlank = true
        return request
    }

    public init(_ wish: ZoomWish, stays: Bool = false) {
        self.wish = wish
        self.stays = stays
    }

    /// The reason why the engine's camera cannot zoom like that; nil: it can, as far as is known.
    func reason(against engine: Engine) -> String? {
        guard !engine.canZoom(wish) else { return nil }
        guard engine.canZoom(ZoomWish(.here)) else {
            return "the zoom cannot be set: the driver only lets programs read it, or the camera is being given back. "
                + "Ask again later, or crop the picture in your application, and name the part in crop."
        }
        return "the camera's zoom does not go there: its least factor is above that, or it has no range. "
            + "Send linear, 0…1, in place of factor."
    }

    private static let expected =
        "a zoom needs one of linear (0…1), factor (1 or more), original (true) and stop (true); besides it may have a "
        + "rate above 0."

    mutating func describe(_ fields: inout some LineVisitor) {
        var linear: Double?
        var factor: Double?
        var (isOriginal, stops) = (false, false)
        switch wish.target {
        case .linear(let share): linear = share
        case .factor(let times): factor = times
        case .original: isOriginal = true
        case .here: stops = !isBlank
        }
        isBlank = false
        fields.expect(Self.expected)
        fields.field("linear", &linear)
        fields.field("factor", &factor)
        fields.field("original", &isOriginal, unless: false)
        fields.field("stop", &stops, unless: false)
        fields.field("rate", &wish.rate)
        fields.field("stays", &stays, unless: false)
        // A line that is read has exactly one of them.
        let isOne = [linear != nil, factor != nil, isOriginal, stops].count { $0 } == 1
        let isLinear = linear.map { (0...1).contains($0) } ?? true
        let isFactor = factor.map { $0 >= 1 && $0.isFinite } ?? true
        let isRate = wish.rate.map { $0 > 0 && $0.isFinite } ?? true
        guard isOne, isLinear, isFactor, isRate else { return fields.refuse(nil) }
        if let linear {
            wish.target = .linear(linear)
        } else if let factor {
            wish.target = .factor(factor)
        } else {
            wish.target = isOriginal ? .original : .here
        }
    }
}
