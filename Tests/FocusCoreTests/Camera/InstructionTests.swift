import Testing

@testable import FocusCore

/// An instruction, and what becomes of it when the camera refuses a step.
struct InstructionTests {
    private static let point = PointOfInterest(x: 0.25, y: 0.5)

    private static func builder(_ camera: CameraDescription = CameraExamples.regionAndFrames) -> PlanBuilder {
        let capabilities = CameraCapabilities(camera)
        let known = KnownValues(capabilities, remembered: [])
        return PlanBuilder(
            capabilities: capabilities, ledger: known.ledger, originals: known.originals, regions: RegionSizes())
    }

    private static func begun(_ purpose: Instruction.Purpose) -> Instruction {
        let builder = builder()
        var instruction = Instruction(levels: builder.capabilities.bestLevels)
        instruction.begin(builder.once(at: point, instruction.levels), for: purpose)
        return instruction
    }

    private static func step(_ action: PlanStep.Action, _ components: ComponentSet = .focus) -> PlanStep {
        PlanStep(action: action, components: components)
    }

    @Test("A refused step of a tap costs its components one level, and another plan begins")
    func ladder() {
        var instruction = Self.begun(.once)
        #expect(instruction.levels == PerComponent(focus: .region, exposure: .region) && !instruction.isDone)
        instruction.refuse(Self.step(.region(Self.point), .all), 5, at: Self.point, Self.builder())
        #expect(instruction.levels == PerComponent(focus: .software, exposure: .software) && instruction.usesFrames)
        #expect(instruction.plan[0]?.action == .frames(Self.point) && instruction.hasFailed)
        instruction.refuse(Self.step(.set(.focusAuto, 0)), 5, at: Self.point, Self.builder())
        #expect(instruction.levels.focus == .wholeFrame && instruction.levels.exposure == .software)
    }

    @Test(
        "A camera that does not answer any more is not tried further; of its frames only one that is gone",
        arguments: [
            (.set(.focusAuto, 0), 19, false), (.set(.focusAuto, 0), 110, false), (.set(.focusAuto, 0), 5, true),
            (.frames(point), 19, false), (.frames(point), 110, true), (.frames(point), 16, true),
        ] as [(PlanStep.Action, Int32, Bool)])
    func deadly(_ action: PlanStep.Action, _ errno: Int32, _ goesOn: Bool) {
        var instruction = Self.begun(.once)
        instruction.refuse(Self.step(action), errno, at: Self.point, Self.builder())
        #expect(instruction.canBeFollowed == goesOn && (instruction.plan.isEmpty) == !goesOn)
    }

    @Test("A refused hold has no further step; a refused return to continuous goes on with its next step")
    func others() {
        var hold = Self.begun(.hold(.focus))
        hold.refuse(Self.step(.set(.focusAuto, 0)), 5, at: Self.point, Self.builder())
        #expect(hold.plan.isEmpty && hold.hasFailed)
        var continuous = Self.begun(.continuous(about: Self.point, attempt: 1))
        let before = continuous.plan
        continuous.refuse(Self.step(.set(.focusAuto, 1)), 5, at: nil, Self.builder())
        #expect(continuous.plan == before && continuous.hasFailed)
    }

    @Test("Components that have lost their frames go on one level lower; the other one is left alone")
    func lowered() {
        var instruction = Self.begun(.once)
        let builder = Self.builder()
        instruction.lowerSearch(of: .focus, builder.capabilities)
        #expect(instruction.levels == PerComponent(focus: .wholeFrame, exposure: .region))
        let plan = instruction.lowerPlan(for: .focus, at: Self.point, builder)
        instruction.begin(plan, for: .onceLower(.focus))
        #expect(instruction.lowering == .focus && instruction.plan[0]?.components == .focus)
        instruction.refuse(Self.step(.set(.focusAuto, 1)), 5, at: Self.point, builder)
        #expect(instruction.levels == PerComponent(focus: .none, exposure: .region) && instruction.plan.isEmpty)
    }

    private static func written(_ id: ControlID) -> ControlCall {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(id, .integer(1)))
        return ControlCall(id: 1, operation: .write(settings))
    }

    @Test(
        "A refused hold of the exposure that left the mode out is written once more with it",
        arguments: [
            (ControlID.exposureAbsolute, 5, true), (.exposureAbsolute, 13, false), (.exposureAbsolute, 19, false),
            (.exposureAuto, 5, false),
        ] as [(ControlID, Int32, Bool)])
    func restarted(_ first: ControlID, _ errno: Int32, _ isRestarted: Bool) {
        let step = Self.step(.manualExposure(200, gain: nil), .exposure)
        let capabilities = Self.builder().capabilities
        var hold = Self.begun(.hold(.exposure))
        let restarts = hold.restarts(with: step, after: Self.written(first), errno, capabilities)
        #expect(restarts == isRestarted && (hold.plan.count == 1 && hold.plan[0] == step) == isRestarted)
        var tap = Self.begun(.once)
        let isHold = tap.restarts(with: step, after: Self.written(first), errno, capabilities)
        #expect(!isHold)
    }

    /// The levels after a step was refused while a tap is on its way.
    private static func refused(_ step: PlanStep, _ errno: Int32) -> PerComponent<CameraLevel> {
        var instruction = begun(.once)
        var (tap, camera, context) = (TapLife(), KnownCamera.arrived(CameraExamples.regionAndFrames), StepContext.at())
        tap.ask(AskedTap(point: point, id: nil))
        instruction.stepRefused(step, written(.focusAuto), errno, tap, &camera, &context)
        return instruction.levels
    }

    @Test("The refusal of an optional step costs no level")
    func optional() {
        var step = Self.step(.set(.focusAuto, 1))
        #expect(Self.refused(step, 22).focus == .software)
        step.isOptional = true
        #expect(Self.refused(step, 22).focus == .region)
    }

    @Test("An original that the camera refuses to take back is a failure only if it was surely changed")
    func originals() {
        var camera = KnownCamera.arrived(CameraExamples.regionAndFrames)
        var context = StepContext.at()
        let step = Self.step(.original(.focusAuto), [])
        var failures: [Bool] = []
        for isChanged in [false, true] {
            let off = ControlSettings(one: ControlSetting(.focusAuto, .integer(0)))
            let call = ControlCall(id: 1, operation: .write(off))
            if isChanged { camera.answered(call, ControlResult(call: 1, errno: 0)) }
            var instruction = Self.begun(.restore)
            instruction.stepRefused(step, Self.written(.focusAuto), 22, TapLife(), &camera, &context)
            failures.append(instruction.hasFailed)
        }
        #expect(failures == [false, true])
    }

    @Test("A control that has failed at each use is given up when a tap needs it")
    func useless() {
        var camera = KnownCamera.arrived(CameraExamples.withFrames(CameraExamples.basics + CameraExamples.button))
        var (tap, context) = (TapLife(), StepContext.at())
        tap.ask(AskedTap(point: Self.point, id: nil))
        let button = ControlSettings(one: ControlSetting(.autoFocusStart, .integer(0)))
        let call = ControlCall(id: 1, operation: .write(button))
        camera.answered(call, ControlResult(call: 1, errno: 5))
        var instruction = Self.begun(.once)
        instruction.stepRefused(Self.step(.set(.autoFocusStart, 0)), call, 5, tap, &camera, &context)
        #expect(!camera.capabilities.canWrite(.autoFocusStart) && instruction.hasFailed)
    }

    @Test("Another compensation makes the plan again of an exposure that goes on at a lower level, and no other")
    func compensated() {
        for (components, isRemade) in [(ComponentSet.exposure, true), (.focus, false)] {
            var instruction = Self.begun(.once)
            instruction.begin(ControlPlan(), for: .onceLower(components))
            let remakes = instruction.remakesLowerPlan(at: Self.point, Self.builder())
            #expect(remakes == isRemade && instruction.plan.isEmpty != isRemade)
        }
    }

    @Test("A finished plan leaves nothing to do, and tells its purpose once")
    func finished() {
        var instruction = Self.begun(.holdAgain)
        while instruction.plan[0] != nil { instruction.removeStep() }
        let purposes = [instruction.finish(), instruction.finish()]
        #expect(purposes == [.holdAgain, .nothing] && instruction.isDone)
    }

    @Test("A return to continuous that was refused is tried again after 0.5 s, 1 s … 32 s")
    func retries() {
        func refused(_ attempt: Int) -> Instruction {
            var instruction = Self.begun(.continuous(about: Self.point, attempt: attempt))
            instruction.refuse(Self.step(.set(.focusAuto, 1)), 5, at: nil, Self.builder())
            _ = instruction.finish()
            return instruction
        }
        let halfSeconds = [1, 2, 3, 7, 8, 100].map { attempt in
            (refused(attempt).refusedContinuous?.delay(first: .milliseconds(500)).nanoseconds ?? 0) / 500_000_000
        }
        #expect(halfSeconds == [1, 2, 4, 64, 64, 64])
        let vast = TimeSpan(nanoseconds: .max / 2)
        var instruction = refused(3)
        #expect(instruction.refusedContinuous?.attempt == 3)
        #expect(instruction.refusedContinuous?.delay(first: vast) == vast)
        instruction.forgetRefusal()
        #expect(instruction.refusedContinuous == nil)
        var accepted = Self.begun(.continuous(about: Self.point, attempt: 1))
        _ = accepted.finish()
        #expect(accepted.refusedContinuous == nil)
    }
}
