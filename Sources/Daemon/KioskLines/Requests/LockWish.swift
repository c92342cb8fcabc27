import FocusCore
import TraceLines

/// A client's wish that focus and exposure stay as they are until somebody says otherwise.
public struct LockWish: Equatable, Sendable {
    /// The point; nil: what is held now, or the centre of the view where nothing is.
    public var x: Double?
    public var y: Double?
    public var space: ControlRequest.TapSpace
    /// The id that the answer repeats.
    public var id: TapID?
    /// True: a tap of anybody ends the lock. False: taps of others are ignored.
    public var endsWithTap: Bool
    /// True: the lock outlives the connection.
    public var stays: Bool

    public init(
        x: Double? = nil, y: Double? = nil, in space: ControlRequest.TapSpace = .view, id: TapID? = nil,
        endsWithTap: Bool = false, stays: Bool = false
    ) {
        self.x = x
        self.y = y
        self.space = space
        self.id = id
        self.endsWithTap = endsWithTap
        self.stays = stays
    }

    private enum Taps: String, LineValue { case end }

    mutating func describe(_ fields: inout some LineVisitor) {
        var taps: Taps? = endsWithTap ? .end : nil
        fields.expect("the id of a lock is a whole number, 0…\(ControlRequest.largestID); stays is true or false.")
        fields.field("x", &x, "a lock needs numbers x and y, 0…1, or none of them for what is held now.")
        fields.field("y", &y, "a lock needs numbers x and y, 0…1, or none of them for what is held now.")
        fields.field("in", &space, "a lock is in \"view\" coordinates, or in those of the camera's \"picture\".")
        fields.field("id", &id)
        fields.field("taps", &taps, "taps of others are ignored, or \"end\" the lock.")
        fields.field("stays", &stays, unless: false)
        endsWithTap = taps != nil
        if (x == nil) != (y == nil) {
            fields.refuse("a lock needs numbers x and y, 0…1, or none of them for what is held now.")
        }
        if let number = id?.number, number > ControlRequest.largestID {
            id = nil
            fields.refuse(nil)
        }
    }

    /// The engine's input, once the tap has its number.
    func keep(_ tap: TapID) -> KeepWish {
        let keeper: Keeper = endsWithTap ? .person : .application
        guard let x, let y else { return KeepWish(.held, by: keeper, tap: tap) }
        return KeepWish(space == .view ? .view(x: x, y: y) : .picture(x: x, y: y), by: keeper, tap: tap)
    }
}
