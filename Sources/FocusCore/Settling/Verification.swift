/// The read-back of the values that a camera was told to hold.
///
/// Some cameras accept a write and ignore it (the manual focus of some Logitech webcams, right after the automatic was
/// switched off), and some set another value; both report success.
enum Verification {
    /// Number of writes before a wrong read-back is reported: the first and three more.
    static let mostAttempts = 4
    /// The time from a wrong read-back to the next write. A lens that reports its position while it moves may not have
    /// arrived yet: the three pauses are enough for a third of the range of a lens that takes a second over all of it.
    static let pause = TimeSpan.milliseconds(120)
}
