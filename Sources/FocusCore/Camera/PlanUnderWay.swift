/// The plan that is being carried out, and its purpose.
struct PlanUnderWay: Equatable, Sendable, Snapshotable {
    /// The reason for the plan.
    enum Purpose: Equatable, Sendable, Snapshotable {
        case nothing
        case continuous(about: PointOfInterest, attempt: Int)
        /// A tap is on its way.
        case once
        /// The accepted tap has lost its frames: these components go on at a lower level.
        case onceLower(ComponentSet)
        case hold(Component)
        /// A tap was refused. The holds from before it go on.
        case holdAgain
        case restore

        /// True when the plan ends the searches. A hold, or a bias, leaves the other component's search alone.
        var endsSearches: Bool {
            switch self {
            case .continuous, .once, .onceLower, .restore: true
            case .nothing, .hold, .holdAgain: false
            }
        }
    }

    var purpose = Purpose.nothing
    /// The steps that are left.
    var plan = ControlPlan()
    /// True once the camera has refused a step that matters.
    var hasFailed = false
    /// The level in use for each component.
    var levels: PerComponent<CameraLevel>
    /// The return to continuous that was refused and is to be tried again.
    var refusedContinuous: RefusedContinuous?

    /// A return to continuous that the camera has refused.
    struct RefusedContinuous: Equatable, Sendable, Snapshotable {
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
