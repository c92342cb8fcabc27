/// Whether what a camera was told to hold is what it holds.
///
/// Some cameras accept a write and ignore it (the manual focus of some Logitech webcams, right after the automatic was
/// switched off), and some make something else of a value; both answer with success.
struct Verification: Equatable, Sendable {
    /// How often what is to be held has been written, for this tap.
    var attempts = PerComponent(focus: 0, exposure: 0)
    /// What was read back as it should be.
    var verified: ComponentSet = []

    /// So often what does not hold is written: once, and three times again.
    static let mostAttempts = 4
    /// From a reading that was wrong to the next attempt; a lens that tells its way may only not have arrived yet. Long
    /// enough for one that takes a second over its whole range, four times over.
    static let pause = TimeSpan.milliseconds(120)
    /// A value this near to what was written, as a share of the control's range, has been changed; farther away the
    /// write was ignored.
    static let nearness = 1.0 / 16
    /// A lens that tells a place this near to where it is held, as a share of its range, trembles: nobody has moved it. It may
    /// be a step, as may exposure time and gain.
    static let tremor = 1.0 / 256
}
