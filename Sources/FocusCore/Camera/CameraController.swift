/// Carries out the machine's instructions on one camera, one demand at a time, and watches the results.
///
/// It works a plan off step by step, because the camera's answer to one step decides about the next: a refused step costs
/// its components their level, and a new plan starts one rung down the ladder. A new instruction replaces the plan at
/// once. A call that is already under way is waited for, because the camera takes calls in order anyway.
///
/// Some members that only read are `@inline(__always)`: to call them, the compiler would copy the whole controller, 9 KB, in
/// nearly every step.
struct CameraController: Equatable, Sendable, Snapshotable {
    /// The end of an instruction, for the engine.
    enum Event: Equatable {
        /// The camera follows a tap: the machine may take it.
        case tapAccepted(AskedTap)
        /// The camera has refused every way to follow the tap.
        case tapRefused(AskedTap)
        /// The originals are back, or some of them were refused.
        case restored(isComplete: Bool)
    }

    var ability: LearnedCapabilities
    private(set) var settings: CameraSettings
    /// The values of its controls.
    var known: KnownValues
    var instruction: Instruction
    /// The taps on their way.
    var tap = TapLife()
    /// Focus and exposure, from a tap to their hold.
    var settling: Settling
    var compensation: Compensation
    /// The regular look at what is held.
    var holdWatch = HoldWatch()
    var stream = StreamLife()
    /// What is searched in the stream's frames.
    var searches: Searches
    /// True while there is an accelerometer.
    var hasAccelerometer = false
    /// True once the accelerometer has seen no motion for long, in this hold.
    var isStill = false
    var calls = CallLine()

    init(_ description: CameraDescription, _ settings: CameraSettings, compensation: Double) {
        ability = LearnedCapabilities(description)
        self.settings = settings
        self.compensation = Compensation(wanted: compensation)
        known = KnownValues(ability.capabilities, remembered: description.remembered)
        searches = Searches(settings.autofocus)
        instruction = Instruction(levels: ability.capabilities.bestLevels)
        settling = Settling(ability.capabilities)
    }

    /// Goes on with other settings. A search under way keeps those that it began with.
    mutating func change(to settings: CameraSettings) {
        self.settings = settings
        searches.due.change(to: settings.autofocus)
    }

    var capabilities: CameraCapabilities { ability.capabilities }

    /// True if a change of the scene can unlock what is held. It cannot where another program has the stream.
    @inline(__always)
    var canSceneUnlock: Bool {
        guard capabilities.givesFrames else { return false }
        // The watch begins when the device has been still for long, if it gets the stream.
        if settings.sceneWatch == .automatic, hasAccelerometer, !isStill { return !stream.failures.isTaken }
        guard settings.sceneWatch.isWanted(hasAccelerometer: hasAccelerometer, isStill: isStill) else { return false }
        if case .scene = stream.use { return true }
        // The watch begins when the tap has settled.
        return tap.isSettling
    }

    /// True while the scene should be watched, and its stream has failed and given no frame since.
    var lacksFramesOfScene: Bool {
        guard case .scene = stream.use else { return false }
        return stream.failures.hasFailed && !stream.hasFrame
    }

    /// True if a tap could do anything at all.
    @inline(__always)
    var canFollowTaps: Bool {
        capabilities.levels.focus.level != .none || capabilities.levels.exposure.level != .none
    }

    var planBuilder: PlanBuilder {
        PlanBuilder(
            capabilities: capabilities, ledger: known.ledger, originals: known.originals, regions: settings.regions,
            compensation: compensation.wanted, standing: known.standing,
            metersWholePicture: settings.autoexposure.usedPlaceWeight < 1,
            isModeUncertain: holdWatch.hasNews || capabilities.quirks.cannotBeReadBack
                || !capabilities.canRead(.exposureAuto))
    }

    var times: SettleTimes { settings.settle }

    /// Goes over to another plan. What is under way does not count for it; a tap that was on its way is overtaken.
    mutating func replacePlan(
        _ plan: ControlPlan, for purpose: Instruction.Purpose, _ context: inout some CameraContext
    ) {
        if let overtaken = tap.overtake() { context.tell(.tapOvertaken(overtaken.id)) }
        instruction.begin(plan, for: purpose)
        settling.planReplaced()
        calls.planReplaced(endsSearches: purpose.endsSearches)
    }

    /// Makes the next call, if none is under way, and ends the plans that have no step left. Demands of the
    /// stream and of searches come after all plans.
    /// - Returns: the end of an instruction, if a plan has ended with it.
    mutating func proceed(_ context: inout some CameraContext) -> Event? {
        while calls.isFree {
            if makeRepairWrite(&context) { return nil }
            if let step = instruction.plan[0] {
                let demand = planBuilder.demand(for: step)
                if let demand, !mayMake(demand, &context) { return nil }
                instruction.removeStep()
                guard let demand else { continue }
                make(demand, for: .step(step), &context)
                return nil
            }
            // While a hold waits for its read-back or its next write, the other component's search goes on.
            if settling.checking != nil { return makeNextOfFrames(&context) }
            if let event = finishPlan(&context) { return event }
            if calls.isFree, instruction.isDone { return makeNextOfFrames(&context) }
        }
        return nil
    }

    /// Reads what is watched, unless the camera is busy with something else.
    mutating func poll(_ context: inout some CameraContext) {
        var ids = InlineList<4, ControlID>()
        for component in Component.allCases {
            if let watched = settling[component].watched { ids.append(watched) }
        }
        guard !ids.isEmpty else { return }
        if calls.isFree {
            make(.read(ids), for: .poll, &context)
        } else {
            armPoll(&context)
        }
    }

    /// Makes a demand. It gets its id.
    mutating func make(
        _ demand: Demand, for reason: CallReason, attempt: CallAttempt = .first, _ context: inout some CameraContext
    ) {
        var demand = demand
        if case .releaseFrames = demand { demand = .releaseFrames(id: stream.released()) }
        demand = context.ask(demand)
        if case .requestFrames(let id, _) = demand { stream.requested(id, isForUse: reason == .stream) }
        calls.begin(demand, for: reason, attempt)
    }
}
