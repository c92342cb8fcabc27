/// One camera: carries out the engine's instructions, one demand at a time, and watches the results.
///
/// Its state is divided into five parts. Each owns its values, and changes those of another only where it is handed that one. This type
/// alone puts them together: it passes each answer of the camera to the part that has asked (`answer`, `framesChanged`), asks the parts
/// for the next demand (`proceed`), both in an order that is written down there, and goes over from one plan to another (`replacePlan`).
///
/// - `camera`: what it can do, what its controls hold, and what is wanted of it. Every plan and every search is made from that. It is
///   handed no other part.
/// - `calls`: the line to the camera, with the demand under way and who waits for it, the repair of a refused write, and the time of the
///   latest write. It is handed the camera.
/// - `instruction`: the plan that is being worked off, why, and the level at which each component follows it; a return to continuous
///   that the camera has refused. It is handed the camera, and of a refused step the tap.
/// - `frames`: what they are needed for, the stream in which they come, and the engine's own searches in them. It is handed the camera
///   and the line.
/// - `holding`: the tap on its way and the accepted one, the lives of focus and exposure until they are held, and the readings of what is
///   held. It is handed the camera, the line, the frames, and where a search loses its frames the instruction.
///
/// A lens position is in three of them: `camera` has the value that the control is known to have, `frames` the position where a search
/// has put the lens, and a component's hold the position that the camera's own automatic has reported.
///
/// The plan is worked off step by step, because the camera's answer to one step decides about the next: a refused step costs
/// its components their level, and a new plan starts one rung down the ladder. A new instruction replaces the plan at
/// once. A call that is already under way is waited for, because the camera takes calls in order anyway.
///
/// Some members that only read are `@inline(__always)`: to call them, the compiler would copy the whole session, 9 KB, in
/// nearly every step.
struct CameraSession: Equatable, Sendable, Snapshotable {
    /// The end of an instruction, for the engine.
    enum Event: Equatable {
        /// The camera follows a tap: the machine may take it.
        case tapAccepted(AskedTap)
        /// The camera has refused every way to follow the tap, or its privacy shutter is closed.
        case tapRefused(AskedTap, TapRefused)
        /// The originals are back, or some of them were refused.
        case restored(isComplete: Bool)
    }

    var camera: KnownCamera
    var calls = CallLine()
    var instruction: Instruction
    var frames: Frames
    var holding: Holding
    /// Where continuous focus and exposure go on; nil: a point is held, or nothing was told yet.
    var centre: ContinuousCentre?
    /// The exposure from before a light, and whether it is to be found again because of one.
    var light = LightLife()
    /// True while its originals are put back, because another camera is about to take its place.
    private(set) var isReleasing = false

    init(_ description: CameraDescription, _ settings: CameraSettings, compensation: Double) {
        camera = KnownCamera(description, settings, compensation: compensation)
        frames = Frames(settings.autofocus)
        instruction = Instruction(levels: camera.capabilities.bestLevels)
        holding = Holding(camera.capabilities)
    }

    func canZoom(_ wish: ZoomWish) -> Bool { !isReleasing && camera.canBegin(wish) }

    /// Puts the originals back, so that another camera can take its place.
    mutating func release(_ context: inout StepContext) -> Event? {
        isReleasing = true
        return restore(&context)
    }

    /// Goes on with other settings. A search under way keeps those that it began with.
    mutating func change(to settings: CameraSettings) {
        camera.settings = settings
        frames.searches.due.change(to: settings.autofocus)
    }

    var capabilities: CameraCapabilities { camera.capabilities }

    @inline(__always)
    var canSceneUnlock: Bool {
        capabilities.givesFrames
            && frames.sensors.canUnlock(
                camera.settings.sceneWatch, in: frames.stream, isSettling: holding.tap.isSettling)
    }

    @inline(__always)
    var readiness: CameraReadiness {
        let isBusy = holding.isBusy || camera.zoom.isBusy || light.isDue || !instruction.isDone || calls.hasWrite
        let lens = holding.heldLens(frames, camera)
        return CameraReadiness(frames.searches, holding.components[.focus], lens, isBusy: isBusy)
    }

    /// Goes over to another plan. What is under way does not count for it; a tap that was on its way is overtaken.
    mutating func replacePlan(_ plan: ControlPlan, for purpose: Instruction.Purpose, _ context: inout StepContext) {
        if let overtaken = holding.tap.overtake() { context.tell(.tapIgnored(.overtaken, tap: overtaken.id)) }
        instruction.begin(plan, for: purpose)
        holding.components.planReplaced(lowering: instruction.lowering)
        calls.planReplaced(endsSearches: purpose.endsSearches)
    }
}
