/// Turns touch contacts into taps.
///
/// A tap is one short contact with little movement. In the notation below a capital letter is a finger that goes down,
/// the small letter is the same finger lifted, `~` is movement, `.` is time, and `|` is the moment of the outcome:
///
///     A.a|            tap
///     A..........a|   held too long
///     A~~~~a|         dragged
///     A.B.b.a|        second finger; and so is A.B.a.b|
///     A......|....a   a press, where one is waited for: reported while the finger is down, and its lift is nothing
///     A.!|            cancelled (events were lost): reported at once; contacts that are still down no longer count
///
/// There is no outcome before the last finger is up, so the first finger of a gesture is never taken for a tap.
public struct TapRecognizer: Equatable, Sendable, Snapshotable {
    /// The outcome of a gesture.
    public enum Outcome: Equatable, Sendable {
        /// A tap, at the position where the contact began: a finger that is lifted rolls away from the point that it aimed at.
        case tap(x: Int32, y: Int32)
        case ignored(TapIgnored)
    }

    /// A gesture under way is judged by those in force.
    var limits: TapLimits
    /// Bit i: the contact in slot i is down.
    private var down: UInt64 = 0
    private var first = TouchContact(slot: 0, phase: .up, x: 0, y: 0)
    private var began = Instant(nanoseconds: 0)
    private var spoiled: TapIgnored?
    /// True once the finger that is down has pressed.
    private var hasPressed = false

    public init(limits: TapLimits) {
        self.limits = limits
    }

    /// Takes a contact and returns the outcome when the gesture is over. A lift without a down is ignored: devices send such events.
    public mutating func handle(
        _ contact: TouchContact, at time: Instant, on screen: TouchscreenDescription
    ) -> Outcome? {
        let bit = Self.bit(contact.slot)
        guard contact.phase == .down || down & bit != 0 else { return nil }
        switch contact.phase {
        case .down:
            if down == 0 { begin(contact, at: time) } else { spoil(.secondFinger) }
            down |= bit
            judge(contact, on: screen)
            return nil
        case .move:
            judge(contact, on: screen)
            return nil
        case .up:
            judge(contact, on: screen)
            if time.since(began) > limits.longestTime { spoil(.tooLong) }
            return lift(bit)
        case .cancelled:
            spoil(.cancelled)
            return lift(bit)
        }
    }

    /// True while one finger is down that may still press.
    var mayPress: Bool { down != 0 && spoiled == nil && !hasPressed }

    /// The finger that is down has rested for long.
    /// - Returns: where it went down; nil: it is no press.
    mutating func press() -> (x: Int32, y: Int32)? {
        guard mayPress else { return nil }
        hasPressed = true
        return (first.x, first.y)
    }

    /// Cancels all contacts, because events were lost or the screen is gone.
    public mutating func cancelAll() -> Outcome? {
        guard down != 0 else { return nil }
        down = 0
        guard !hasPressed else { return nil }
        return .ignored(.cancelled)
    }

    private mutating func begin(_ contact: TouchContact, at time: Instant) {
        first = contact
        began = time
        spoiled = nil
        hasPressed = false
    }

    private mutating func lift(_ bit: UInt64) -> Outcome? {
        down &= ~bit
        guard down == 0, !hasPressed else { return nil }
        if let spoiled { return .ignored(spoiled) }
        return .tap(x: first.x, y: first.y)
    }

    private mutating func judge(_ contact: TouchContact, on screen: TouchscreenDescription) {
        if contact.isPalm || isTooLarge(contact, on: screen) { spoil(.palm) }
        if contact.slot == first.slot, isTooFar(contact, on: screen) { spoil(.dragged) }
    }

    /// Notes why the gesture is no tap. The first reason is the one that is reported.
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

    /// The bit of a slot. Slots above 63 share the last bit; a screen with that many contacts down yields no tap anyway.
    private static func bit(_ slot: Int32) -> UInt64 {
        1 << UInt64(min(max(slot, 0), 63))
    }
}
