/// When the scene before a locked camera counts as another one.
public struct SceneSettings: Equatable, Sendable {
    /// By how much a cell of the grid must differ from the reference to count as changed at all, in levels of luma
    /// (0…255); at three times as much it counts as a whole. Lamps on the mains do half of this to a cell; a person before
    /// a wall, four times as much.
    public var change: Double
    /// The share of cells that must have changed, 0…1. Somebody who fills a quarter of the image and moves by half a cell
    /// (the 16th part of its width) changes 0.15; who leaves or comes, 0.25.
    public var changedShare: Double
    /// By how much a cell may differ, in levels of luma, from what it was when it came to rest.
    public var stillness: Double
    /// The share of cells that may differ by more, 0…1: hands and leaves move in every image.
    public var movingShare: Double
    /// For how long the scene must be still, after a change and for the reference. OnePlus' cameras use 500 ms.
    public var stillTime: TimeSpan
    /// The time constant with which the reference follows a scene that has not changed: daylight, shadows.
    public var referenceTimeConstant: TimeSpan
    /// By how much the light of the whole image may differ from the reference, as a factor of luma, before it counts as
    /// a change. 1.35 is almost one EV behind the usual encoding: then the held exposure is wrong anyway.
    public var lightFactor: Double
    /// After the lock, this long nothing is looked at: the finger that tapped is still before the camera.
    public var pause: TimeSpan

    public init(
        change: Double = 16, changedShare: Double = 0.2, stillness: Double = 12, movingShare: Double = 0.08,
        stillTime: TimeSpan = .milliseconds(500), referenceTimeConstant: TimeSpan = .milliseconds(20_000),
        lightFactor: Double = 1.35, pause: TimeSpan = .milliseconds(300)
    ) {
        self.change = change
        self.changedShare = changedShare
        self.stillness = stillness
        self.movingShare = movingShare
        self.stillTime = stillTime
        self.referenceTimeConstant = referenceTimeConstant
        self.lightFactor = lightFactor
        self.pause = pause
    }
}
