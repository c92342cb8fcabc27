/// A tap at a point of the camera's image, on its way to the camera.
struct AskedTap: Equatable, Sendable {
    var point: PointOfInterest
    var id: TapID?
}

/// Brings one camera to what the machine wants, one call at a time, and watches what comes of it.
///
/// A plan is worked off step by step, because what the camera answers to one step decides about the next: a step that
/// it refuses costs the components concerned their level, and the plan is made anew one rung down the ladder. A new
/// instruction replaces the plan at once; a call that is already under way is waited for, because the camera takes them
/// in order anyway.
struct CameraController: Sendable {
    /// What the engine has to know of an instruction's end.
    enum Event: Equatable {
        /// The camera follows a tap: the machine may take it.
        case tapAccepted(AskedTap)
        /// The camera follows in nothing.
        case tapRefused(AskedTap)
        /// The originals are back, or some of them were refused.
        case restored(isComplete: Bool)
    }

    /// What the current plan is for.
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

    let description: CameraDescription
    /// Changed when a control turns out to be useless.
    var capabilities: CameraCapabilities
    /// Each control's answers so far.
    var experience: ControlExperience
    /// Controls that have failed whenever they were tried: they count as not there.
    var useless = ControlSet()
    let settings: CameraSettings
    var ledger: ControlLedger
    /// The controls' values before the first write, and which were changed.
    var originals: Originals
    var purpose = Purpose.nothing
    var plan = ControlPlan()
    /// Whether a step of the current plan that matters was refused.
    var hasFailed = false
    /// The level in use for the current instruction.
    var levels: PerComponent<CameraLevel>
    var trackers: PerComponent<SettleTracker>
    /// The accepted tap whose end has not been reported yet.
    var settlingTap: AskedTap?
    /// The return to continuous that was refused and shall be tried again.
    var refusedContinuous: Purpose?
    var compensation: Compensation
    /// Where things stood when they were last read.
    var standing = Standing()
    /// How often what a component holds has been written, and what was read back as it should be.
    var verification = Verification()
    /// How what is held is looked at again.
    var holdWatch = HoldWatch()
    /// The stream, and what is searched in its frames.
    var frames: FrameState
    /// Whether something else tells that the device was moved.
    var hasAccelerometer = false
    /// The point that the camera has last accepted a tap for.
    var heldPoint: PointOfInterest?
    var calls = CallLine()

    init(_ description: CameraDescription, _ settings: CameraSettings, compensation: Double) {
        self.description = description
        capabilities = CameraCapabilities(description)
        experience = ControlExperience(description)
        self.settings = settings
        self.compensation = Compensation(wanted: compensation)
        ledger = ControlLedger(capabilities)
        originals = Originals(capabilities, remembered: description.remembered)
        frames = FrameState(settings.autofocus)
        levels = capabilities.bestLevels
        trackers = PerComponent(
            focus: SettleTracker(position: capabilities.control(.focusAbsolute)?.value?.integer),
            exposure: SettleTracker(position: capabilities.control(.exposureAbsolute)?.value?.integer))
    }

    /// The tap that is on its way to the camera and has not been accepted yet.
    var pendingTap: AskedTap? {
        if case .once(let tap) = purpose { tap } else { nil }
    }

    var hasPendingTap: Bool { pendingTap != nil }

    /// True from the acceptance of a tap until `settled` is reported.
    var awaitsSettled: Bool { settlingTap != nil }

    /// Whether a change of the scene can unlock what is held. It cannot where another program has the stream.
    var canSceneUnlock: Bool {
        let isWanted = settings.sceneWatch.isWanted(hasAccelerometer: hasAccelerometer) && capabilities.givesFrames
        if case .scene = frames.use { return isWanted }
        // The watch begins when the tap has settled.
        return isWanted && awaitsSettled
    }

    /// Whether a tap could do anything at all.
    var canFollowTaps: Bool {
        capabilities.levels.focus.level != .none || capabilities.levels.exposure.level != .none
    }

    var planBuilder: PlanBuilder {
        PlanBuilder(
            capabilities: capabilities, ledger: ledger, originals: originals, regions: settings.regions,
            compensation: compensation.wanted, standing: standing)
    }

    var times: SettleTimes { settings.settle }

    /// Goes over to another plan. What is under way does not count for it; a tap that was on its way is overtaken.
    mutating func replacePlan(_ plan: ControlPlan, for purpose: Purpose, _ context: inout some CameraContext) {
        if let pendingTap { context.tell(.tapOvertaken(pendingTap.id)) }
        self.plan = plan
        self.purpose = purpose
        hasFailed = false
        calls.planReplaced(endsSearches: purpose.endsSearches)
    }

    /// Makes the next call, if none is under way, and ends the plans that have no step left. What the frames want comes
    /// after all plans.
    /// - Returns: what an ended plan means to the engine.
    mutating func proceed(_ context: inout some CameraContext) -> Event? {
        while calls.isFree {
            if makeRepairWrite(&context) { return nil }
            if let step = plan[0] {
                let demand = planBuilder.demand(for: step)
                if let demand, !mayMake(demand, &context) { return nil }
                _ = plan.removeFirst()
                guard let demand else { continue }
                make(demand, for: .step(step), &context)
                return nil
            }
            // What is held is read back later: no reason to keep the other component's search waiting.
            if case .verify = purpose { return makeNextOfFrames(&context) }
            if let event = finishPlan(&context) { return event }
            if purpose == .nothing, plan.isEmpty { return makeNextOfFrames(&context) }
        }
        return nil
    }

    /// Reads what is watched, unless the camera is busy with something else.
    mutating func poll(_ context: inout some CameraContext) {
        var ids = InlineList<4, ControlID>()
        for component in Component.allCases {
            if trackers[component].isAdjusting, let watched = trackers[component].watched { ids.append(watched) }
        }
        guard !ids.isEmpty else { return }
        if calls.isFree {
            make(.call(.read(ids)), for: .poll, &context)
        } else {
            armPoll(&context)
        }
    }

    mutating func make(
        _ demand: PlanBuilder.Demand, for reason: CallReason, attempt: CallAttempt = .first,
        _ context: inout some CameraContext
    ) {
        calls.begin(demanded(demand, &context), for: reason, attempt)
    }

    private mutating func demanded(
        _ demand: PlanBuilder.Demand, _ context: inout some CameraContext
    ) -> CameraDemand {
        switch demand {
        case .call(let operation):
            return .call(context.call(operation))
        case .frames(let request):
            let id = context.requestFrames(request)
            frames.stream.requested(id)
            return .frames(id: id, request)
        case .noFrames:
            let id = frames.stream.latestRequest
            context.releaseFrames(id)
            return .noFrames(id: id)
        }
    }
}
