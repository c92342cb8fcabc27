/// The instruction that is being carried out on the camera: its plan, and the level at which each component follows it.
struct Instruction: Equatable, Sendable, Snapshotable {
    enum Purpose: Equatable, Sendable, Snapshotable {
        case nothing
        case continuous(about: PointOfInterest, attempt: Int)
        /// A tap is on its way.
        case once
        /// The accepted tap has lost its frames: these components go on at a lower level.
        case onceLower(ComponentSet)
        case hold(Component)
        /// A light was switched: the held exposure is found again, at this level.
        case relight(CameraLevel)
        /// A tap was refused. The holds from before it go on.
        case holdAgain
        case restore

        /// True when the plan ends the searches. A hold, or a bias, leaves the other component's search alone.
        var endsSearches: Bool {
            switch self {
            case .continuous, .once, .onceLower, .relight, .restore: true
            case .nothing, .hold, .holdAgain: false
            }
        }
    }

    /// A return to continuous that the camera has refused.
    struct RefusedContinuous: Equatable, Sendable, Snapshotable {
        var point: PointOfInterest
        /// The number of the attempt, from 1.
        var attempt: Int

        /// The time until the next attempt: there is no other way out of a lock. It doubles each time, up to 64 times the first (32 s).
        func delay(first: TimeSpan) -> TimeSpan {
            let factor = Int64(1) << min(max(attempt - 1, 0), 6)
            let (delay, overflow) = first.nanoseconds.multipliedReportingOverflow(by: factor)
            return overflow ? first : TimeSpan(nanoseconds: delay)
        }
    }

    private(set) var purpose = Purpose.nothing
    private(set) var plan = ControlPlan()
    /// True once the camera has refused a step that matters.
    private(set) var hasFailed = false
    /// True once the tap on its way has found the privacy shutter closed.
    private(set) var isShutterClosed = false
    private(set) var levels: PerComponent<CameraLevel>
    private(set) var refusedContinuous: RefusedContinuous?

    /// EACCES, as in asm-generic/errno-base.h.
    static let accessDenied: Int32 = 13
    /// ENODEV, as in asm-generic/errno-base.h: the device is gone.
    private static let noDevice: Int32 = 19
    /// ENODEV, EPROTO, ESHUTDOWN, ETIMEDOUT (asm-generic/errno.h): the device does not answer any more.
    private static let deadlyErrors: InlineArray<4, Int32> = [noDevice, 71, 108, 110]

    init(levels: PerComponent<CameraLevel>) {
        self.levels = levels
    }

    @inline(__always)
    var isDone: Bool { purpose == .nothing && plan.isEmpty }

    /// True when the exposure may be found again for a light: nothing is under way but a hold, or an earlier search of that kind.
    var admitsLight: Bool {
        switch purpose {
        case .hold, .relight: true
        case .nothing, .continuous, .once, .onceLower, .holdAgain, .restore: isDone
        }
    }

    /// The components that go on at a lower level.
    var lowering: ComponentSet { if case .onceLower(let components) = purpose { components } else { [] } }

    var usesFrames: Bool { levels.focus == .software || levels.exposure == .software }

    var canBeFollowed: Bool { levels.focus != .none || levels.exposure != .none }

    /// True for an errno after which the camera does not answer any more.
    static func isDeadly(_ errno: Int32) -> Bool { deadlyErrors.contains(errno) }

    mutating func start(at levels: PerComponent<CameraLevel>) { self.levels = levels }

    /// Another plan takes the place of the current one.
    mutating func begin(_ plan: ControlPlan, for purpose: Purpose) {
        self.plan = plan
        self.purpose = purpose
        hasFailed = false
        isShutterClosed = false
    }

    /// The privacy shutter is closed: nothing of the plan is carried out.
    mutating func stopAtShutter() {
        plan.removeAll()
        isShutterClosed = true
    }

    /// The first of the steps that are left is being made, or has nothing to do.
    mutating func removeStep() { _ = plan.removeFirst() }

    /// The plan has no step left. A return to continuous that was refused is tried again later.
    /// - Returns: its purpose.
    mutating func finish() -> Purpose {
        if hasFailed, case .continuous(let point, let attempt) = purpose {
            refusedContinuous = RefusedContinuous(point: point, attempt: attempt)
        }
        defer { purpose = .nothing }
        return purpose
    }

    mutating func forgetRefusal() { refusedContinuous = nil }

    /// A step of the plan was refused: this call, or (nil) a request for frames (EBUSY: another program has the stream).
    mutating func stepRefused(
        _ step: PlanStep, _ call: ControlCall?, _ errno: Int32, _ tap: TapLife, _ camera: inout KnownCamera,
        _ context: inout StepContext
    ) {
        guard !step.isOptional, purpose != .restore || camera.planBuilder.isChangePutBack(by: step) else { return }
        if let call, restarts(with: step, after: call, errno, camera.capabilities) {
            return camera.values.forget(.exposureAuto)
        }
        if tap.isAsked, let call, let levels = camera.ability.dropUselessControl(of: call) {
            context.tell(.levels(levels))
        }
        refuse(step, errno, at: tap.asked?.point ?? tap.heldPoint, camera.planBuilder)
    }

    /// The hold of an exposure wrote only what had changed, and was refused: another program may have changed the mode. All is
    /// written then, once. After EACCES the mode was written already, by the repair.
    /// - Returns: true when only this step is left, and takes the place of the refusal: the mode is to be forgotten.
    mutating func restarts(
        with step: PlanStep, after call: ControlCall, _ errno: Int32, _ camera: CameraCapabilities
    ) -> Bool {
        guard case .hold = purpose, case .manualExposure = step.action, case .write(let settings) = call.operation,
            errno != Self.accessDenied, !Self.isDeadly(errno), camera.canWrite(.exposureAuto),
            settings[0]?.id != .exposureAuto
        else { return false }
        plan.removeAll()
        plan.append(step)
        return true
    }

    /// The camera has refused a step that matters. Each component that the step serves falls one level.
    /// - Parameter point: the point of the tap; nil: no tap is followed.
    mutating func refuse(_ step: PlanStep, _ errno: Int32, at point: PointOfInterest?, _ builder: PlanBuilder) {
        hasFailed = true
        switch purpose {
        case .once:
            lower(step.components, builder.capabilities)
            // A camera that does not answer would take seconds for every rung. A stream that does not begin says nothing about controls.
            let isOfFrames = if case .frames = step.action { true } else { false }
            if Self.isDeadly(errno), !isOfFrames || errno == Self.noDevice {
                levels = PerComponent(focus: .none, exposure: .none)
            }
            if let point { plan = builder.once(at: point, levels) }
        case .onceLower(let components):
            lower(step.components.intersection(components), builder.capabilities)
            plan = lowerPlan(for: components, at: point, builder)
        case .hold, .relight:
            plan.removeAll()
        case .continuous, .holdAgain, .restore, .nothing:
            break
        }
    }

    private mutating func lower(_ components: ComponentSet, _ capabilities: CameraCapabilities) {
        for component in Component.allCases where components.contains(component.set) {
            levels[component] = capabilities.levelBelow(levels[component], for: component)
        }
    }

    /// The component's frames are gone: it falls one level from that of the engine's searches.
    mutating func lowerSearch(of component: Component, _ capabilities: CameraCapabilities) {
        levels[component] = capabilities.levelBelow(.software, for: component)
    }

    /// The compensation has changed. While the exposure goes on at a lower level, its plan is made again.
    /// - Returns: true when it was.
    mutating func remakesLowerPlan(at point: PointOfInterest?, _ builder: PlanBuilder) -> Bool {
        guard lowering.contains(.exposure) else { return false }
        plan = lowerPlan(for: lowering, at: point, builder)
        return true
    }

    /// The plan of components that go on at their present level.
    func lowerPlan(for components: ComponentSet, at point: PointOfInterest?, _ builder: PlanBuilder) -> ControlPlan {
        guard let point else { return ControlPlan() }
        let levels = PerComponent(
            focus: components.contains(.focus) ? levels.focus : .none,
            exposure: components.contains(.exposure) ? levels.exposure : .none)
        return builder.once(at: point, levels, only: components)
    }
}
