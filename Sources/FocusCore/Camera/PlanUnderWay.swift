/// The plan that is being carried out, and its purpose.
struct PlanUnderWay: Equatable, Sendable {
    /// The reason for the plan.
    enum Purpose: Equatable, Sendable {
        case nothing
        case continuous(about: PointOfInterest, attempt: Int)
        case once(AskedTap)
        case hold(Component)
        /// What was held is read back, or shall be in a moment.
        case verify(Component)
        /// A tap was refused: what was held before it is held on.
        case holdAgain
        case restore

        /// Whether what was being searched is of no interest any more. A hold, or a bias, lets the other component's
        /// search go on.
        var endsSearches: Bool {
            switch self {
            case .continuous, .once, .restore: true
            case .nothing, .hold, .verify, .holdAgain: false
            }
        }
    }

    var purpose = Purpose.nothing
    /// The steps that are left.
    var plan = ControlPlan()
    /// Whether a step of the plan that matters was refused.
    var hasFailed = false
    /// The level in use for each component.
    var levels: PerComponent<CameraLevel>
    /// The return to continuous that was refused and is to be tried again.
    var refusedContinuous: RefusedContinuous?

    /// A return to continuous that the camera has refused.
    struct RefusedContinuous: Equatable, Sendable {
        var point: PointOfInterest
        /// The number of the attempt, from 1.
        var attempt: Int
    }

    init(levels: PerComponent<CameraLevel>) {
        self.levels = levels
    }

    /// Another plan takes the place of the current one.
    mutating func begin(_ plan: ControlPlan, for purpose: Purpose) {
        self.plan = plan
        self.purpose = purpose
        hasFailed = false
    }
}
