/// The thresholds above which the scene in front of a locked camera counts as changed.
public struct SceneSettings: Equatable, Sendable, Snapshotable {
    /// The difference from the reference, in levels of luma (0…255), from which a cell starts to count as changed; at three times it counts
    /// fully. Lamps on the mains change a cell by half of it; a person in front of a wall by four times as much.
    public var change: Double = 16
    /// The share of cells that must have changed, 0…1. A person who fills a quarter of the image changes 0.15 by a step
    /// of half a cell (one 16th of the image's width), and 0.25 by coming or leaving.
    public var changedShare = 0.2
    /// The difference, in levels of luma, by which a cell may differ from the anchor and still be at rest.
    public var stillness: Double = 12
    /// The share of cells that may differ by more than `stillness`, 0…1: hands and leaves move in every image.
    public var movingShare = 0.08
    /// The time for which the scene must be still, both after a change and for the reference. OnePlus' cameras use 500 ms.
    public var stillTime = TimeSpan.milliseconds(500)
    /// The time constant with which the reference follows an unchanged scene: daylight, shadows.
    public var referenceTimeConstant = TimeSpan.milliseconds(20_000)
    /// The factor of luma by which the whole image may differ before it is a change. 1.35 is almost one EV: the exposure is wrong then.
    public var lightFactor = 1.35
    /// The time after the lock in which no grid is looked at: the finger that tapped is still in front of the camera.
    public var pause = TimeSpan.milliseconds(300)

    public init() {}
}

extension SceneSettings: SettingGroup {
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "change", &change, in: 0...255, unit: "levels of luma",
            "a cell of the grid that differs by more has changed; twice what lamps on the mains do")
        visitor.field(
            "changedShare", &changedShare, in: 0...1, unit: "share of the cells",
            "the share of cells that must have changed")
        visitor.field(
            "stillness", &stillness, in: 0...255, unit: "levels of luma", "a cell that differs by less is still")
        visitor.field(
            "movingShare", &movingShare, in: 0...1, unit: "share of the cells",
            "the share of cells that may move in a still scene: hands, leaves")
        visitor.field(
            "stillTime", &stillTime, "the scene must be still for this long after a change; OnePlus' cameras")
        visitor.field(
            "referenceTimeConstant", &referenceTimeConstant,
            "the time constant with which the reference follows daylight")
        visitor.field(
            "lightFactor", &lightFactor, in: 1...256, unit: "factor",
            "a change of the whole image's light up to this factor is no change of the scene")
        visitor.field("pause", &pause, "no scene is looked at for this long after the lock")
    }
}
