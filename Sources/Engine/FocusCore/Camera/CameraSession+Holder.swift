/// Another program takes the camera's stream, measures its frames, or lets go of it.
extension CameraSession {
    /// Another program holds the stream from now on, or holds it in another way; nil: no program does any more.
    /// - Parameter centre: the point for continuous focus and exposure, used while nothing is held.
    mutating func framesHeld(by holder: FrameHolder?, centre: PointOfInterest, _ context: inout StepContext) -> Event? {
        context.tell(.levels(camera.ability.hold(by: holder)))
        guard instruction.purpose != .restore else { return nil }
        if holding.tap.isAsked || holding.tap.isSettling || holding.isRelighting {
            if !capabilities.givesFrames { loseFrames(&context) }
        } else if holding.tap.heldPoint != nil {
            frames.watchScene(at: holding.tap.heldPoint, camera, &context)
        } else {
            return goContinuous(about: centre, rewriting: false, &context)
        }
        return proceed(&context)
    }

    /// The frames are gone while a tap is on its way or settles: its searches go on at the next level.
    private mutating func loseFrames(_ context: inout StepContext) {
        frames.use(.nothing, &context)
        if let asked = holding.tap.asked {
            for component in Component.allCases where instruction.levels[component] == .software {
                instruction.lowerSearch(of: component, capabilities)
            }
            instruction.begin(camera.planBuilder.once(at: asked.point, instruction.levels), for: .once)
            return calls.planReplaced(endsSearches: true)
        }
        guard let lowered = holding.loseFrames(&instruction, &frames, camera, &context) else { return }
        // A hold of the other component that is being written or read back is written again afterwards.
        context.disarm(.verification)
        replacePlan(lowered.plan, for: .onceLower(lowered.components), &context)
    }
}
