/// Touch contacts in, taps out.
///
/// A tap is one contact, short, with little movement. In the notation below a letter is a finger that goes down, its
/// small form the same finger lifted, `~` movement, `.` time, and `|` the moment at which something is said:
///
///     A.a|            tap
///     A..........a|   held too long
///     A~~~~a|         dragged
///     A.B.b.a|        second finger; and so is A.B.a.b|
///     A.!|            cancelled (the events got lost): said at once, and what is still down counts no more
///
/// Nothing is said before the last finger is up, so that a gesture's first finger is never taken for a tap.
public struct TapRecognizer: Equatable, Sendable {
    /// What a gesture turned out to be.
    public enum Outcome: Equatable, Sendable {
        /// A tap, where the contact began: a finger that is lifted rolls away from what it meant.
        case tap(x: Int32, y: Int32)
        case ignored(TapIgnored)
    }

    private let limits: TapLimits
    /// Bit i: the contact in slot i is down.
    private var down: UInt64 = 0
    private var first = TouchContact(slot: 0, phase: .up, x: 0, y: 0)
    private var began = Instant(nanoseconds: 0)
    private var spoiled: TapIgnored?

    public init(limits: TapLimits) {
        self.limits = limits
    }

    /// Takes a contact. An impossible one (a lift of what is not down) is passed over: devices lie.
    public mutating func handle(
        _ contact: TouchContact, at time: Instant, on screen: TouchscreenDescription
    ) -> Outcome? {
        let bit = Self.bit(contact.slot)
        let isDown = down & bit != 0
        switch contact.phase {
        case .down:
            if down == 0 {
                begin(contact, at: time)
            } else {
                spoil(.secondFinger)
            }
            down |= bit
            judge(contact, on: screen)
            return nil
        case .move:
            guard isDown else { return nil }
            judge(contact, on: screen)
            return nil
        case .up:
            guard isDown else { return nil }
            judge(contact, on: screen)
            if time.since(began) > limits.longestTime { spoil(.tooLong) }
            return lift(bit)
        case .cancelled:
            guard isDown else { return nil }
            spoil(.cancelled)
            return lift(bit)
        }
    }

    /// Everything that is going on is not to be trusted any more: events were lost, or the screen is gone.
    public mutating func cancelAll() -> Outcome? {
        guard down != 0 else { return nil }
        down = 0
        return .ignored(.cancelled)
    }

    private mutating func begin(_ contact: TouchContact, at time: Instant) {
        first = contact
        began = time
        spoiled = nil
    }

    private mutating func lift(_ bit: UInt64) -> Outcome? {
        down &= ~bit
        guard down == 0 else { return nil }
        if let spoiled { return .ignored(spoiled) }
        return .tap(x: first.x, y: first.y)
    }

    private mutating func judge(_ contact: TouchContact, on screen: TouchscreenDescription) {
        if contact.isPalm || isTooLarge(contact, on: screen) { spoil(.palm) }
        if contact.slot == first.slot, isTooFar(contact, on: screen) { spoil(.dragged) }
    }

    /// The first reason is the one that is told.
    private mutating func spoil(_ reason: TapIgnored) {
        if spoiled == nil { spoiled = reason }
    }

    private func isTooFar(_ contact: TouchContact, on screen: TouchscreenDescription) -> Bool {
        let x = Double(contact.x) - Double(first.x)
        let y = Double(contact.y) - Double(first.y)
        guard let scale = screen.unitsPerMillimetre else {
            let limit = limits.farthestMovementShare
            return x * x + y * y > limit * limit * screen.squaredDiagonal
        }
        let limit = limits.farthestMovement
        return (x / scale.x) * (x / scale.x) + (y / scale.y) * (y / scale.y) > limit * limit
    }

    private func isTooLarge(_ contact: TouchContact, on screen: TouchscreenDescription) -> Bool {
        guard contact.major > 0 else { return false }
        let major = Double(contact.major)
        guard let scale = screen.unitsPerMillimetre else {
            let limit = limits.largestContactShare
            return major * major > limit * limit * screen.squaredDiagonal
        }
        return major / max(scale.x, scale.y) > limits.largestContact
    }

    /// Slots beyond 63 share the last bit; a screen with that many contacts down sees no tap anyway.
    private static func bit(_ slot: Int32) -> UInt64 {
        1 << UInt64(min(max(slot, 0), 63))
    }
}
