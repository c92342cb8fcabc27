/// The limits within which a touch is a tap.
public struct TapLimits: Equatable, Sendable, Snapshotable {
    /// The longest time from down to up. Android's long press begins at 400 ms (ViewConfiguration), so a tap ends there.
    public var longestTime = TimeSpan.milliseconds(400)
    /// The time after which a finger that rests locks focus and exposure there; nil: it never does. Visitors of a kiosk rest their fingers.
    public var longPress: TimeSpan?
    /// The farthest distance from where the contact began, in mm. Phones allow 1.3 mm (Android's touch slop of 8 dp) to
    /// 1.6 mm (iOS: 10 pt). A standing person who reaches for a wall screen is less steady, so 4 mm: a choice.
    public var farthestMovement: Double = 4
    /// The same limit as a share of the screen's diagonal, for screens without a size in mm. 1.5 % of 10 inches is 4 mm.
    public var farthestMovementShare = 0.015
    /// The largest diameter of a contact, in mm. A finger's is 8 to 14 mm, a thumb's up to 20 mm; 25 mm or more is a palm: a choice.
    public var largestContact: Double = 25
    /// The same limit as a share of the screen's diagonal, for screens that do not report their size in mm.
    public var largestContactShare = 0.1

    public init() {}
}

extension TapLimits: SettingGroup {
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "longestTime", &longestTime, "the longest time from down to up; Android's long press begins at 400 ms")
        visitor.field(
            "longPress", &longPress, from: 0.5, default: "never",
            "a finger that rests for this long locks focus and exposure there until the next tap, as on a phone")
        visitor.field(
            "farthestMovement", &farthestMovement, in: .positive, unit: "mm",
            """
            the farthest movement; phones allow 1.3 mm (Android) to 1.6 mm (iOS), but a standing person at a wall is \
            less steady: a choice
            """)
        visitor.field(
            "farthestMovementShare", &farthestMovementShare, in: .share, unit: "share of the screen's diagonal",
            "the same limit for screens that do not report their size; 4 mm of 10 inches")
        visitor.field(
            "largestContact", &largestContact, in: .positive, unit: "mm",
            "the largest diameter of a contact; a finger's is 8 to 14 mm, a thumb's up to 20 mm: a choice")
        visitor.field(
            "largestContactShare", &largestContactShare, in: .share, unit: "share of the screen's diagonal",
            "the same limit for screens that do not report their size")
    }
}
