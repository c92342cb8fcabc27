/// What a component is held at, and how it has come there.
struct Hold: Equatable, Sendable, Snapshotable {
    let level: CameraLevel
    /// The outcome of settling; `held`: the component cannot be watched, and its time is over.
    var end: SettledReport.Outcome
    /// The position at the end, if it is reliable: only then may it be written to hold the component there.
    private(set) var position: Int64?
    private(set) var outcome: SettledReport.Outcome
    /// The reason why it has failed; nil: it has not.
    private(set) var failure: FailureReason?
    /// The settings that hold it, as they were written, as far as they can be read back. They are not calculated again, because the
    /// frame rate may have changed since, and with it the exposure that would be written now.
    var written = ControlSettings()
    var misreadings = 0
    /// True when a hold since the tap, or since the lens was moved for a photo, was read back as it was written.
    var isVerified = false
    /// Where the lens stands beside the position, for a photo; nil: at the position.
    var aside: Int64?
    /// True when another program has broken the hold once since the tap.
    var wasBroken = false
    /// The number of times in a row that it was written again while somebody keeps it.
    var repairs = 0
    /// The time of the latest of them; nil: there was none, or it was intact since.
    var repaired: Instant?

    init(level: CameraLevel, end: SettledReport.Outcome, position: Int64?, failure: FailureReason?) {
        self.level = level
        self.end = end
        self.position = position
        self.failure = failure
        outcome = end
    }

    /// The same, at a position that has turned out to be reliable.
    func at(_ position: Int64) -> Hold {
        var hold = self
        hold.position = position
        return hold
    }

    /// The same, refused by the camera. The first failure is the one that a person can do something about.
    func failed(because failure: FailureReason?) -> Hold {
        var hold = self
        hold.outcome = .failed
        hold.failure = self.failure ?? failure
        return hold
    }
}

extension SettledReport.Outcome {
    /// The state in the chart until the hold is written.
    var state: SettleState {
        switch self {
        case .converged: .converged
        case .failed: .failed
        case .held: .assumed
        }
    }
}

/// The read-back of the values that a camera was told to hold. Some accept a write and ignore it (the focus of some Logitech webcams, right
/// after the automatic was switched off), and some set another value; both report success.
enum Verification {
    /// Number of writes before a wrong read-back is reported: the first and three more.
    static let mostAttempts = 4
    /// From a wrong read-back to the next write. Three are enough for a third of the range of a lens that takes a second over all of it.
    static let pause = TimeSpan.milliseconds(120)
}

/// The repair of a hold that somebody keeps, maybe for days, and that another program has broken.
enum HoldRepair {
    /// The shortest time between two repairs.
    static let pause = TimeSpan.milliseconds(60_000)
    /// The number of repairs in a row, after which a hold is given up.
    static let mostInRow = 3
}
