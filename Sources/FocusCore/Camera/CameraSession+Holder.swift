/// Another program takes the camera's stream, measures its frames, or lets go of it.
extension CameraSession {
    /// Another program holds the stream from now on, or holds it in another way; nil: no program does any more.
    /// - Parameter centre: the point for continuous focus and exposure, used while nothing is held.
    mutating func framesHeld(by holder: FrameHolder?, centre: PointOfInterest, _ context: inout StepContext) -> Event? {
        context.tell(.levels(camera.ability.hold(by: holder)))
        guard instruction.purpose != .restore else { return nil }
        if tap.isAsked || tap.isSettling {
            if !capabilities.givesFrames { loseFrames(&context) }
        } else if tap.heldPoint != nil {
            frames.watchScene(at: tap.heldPoint, camera, &context)
        } else {
            return goContinuous(about: centre, rewriting: false, &context)
        }
        return proceed(&context)
    }

    /// The frames are gone while a tap is on its way or settles: its searches go on at the next level.
    private mutating func loseFrames(_ context: inout StepContext) {
        frames.use(.nothing, &context)
        if let asked = tap.asked {
            for component in Component.allCases where instruction.levels[component] == .software {
                instruction.lowerSearch(of: component, capabilities)
            }
            instruction.begin(camera.planBuilder.once(at: asked.point, instruction.levels), for: .once)
            calls.planReplaced(endsSearches: true)
        } else {
            lowerSearches(&context)
        }
    }

    /// An accepted tap has lost the frames in which it searches.
    private mutating func lowerSearches(_ context: inout StepContext) {
        var lowered: ComponentSet = []
        var hasSearched = false
        for component in Component.allCases where components[component].isSearching {
            hasSearched = true
            instruction.lowerSearch(of: component, capabilities)
            if instruction.levels[component] == .none {
                frames.giveUp(component, camera, &context)
                take(.searchFailed, for: component, because: .noFrames, &context)
            } else {
                frames.searches.abandon(component)
                lowered.insert(component.set)
            }
        }
        if hasSearched { context.tell(.fault(.framesWithdrawn)) }
        guard !lowered.isEmpty else { return }
        // A hold of the other component that is being written or read back is written again afterwards.
        context.disarm(.verification)
        let plan = instruction.lowerPlan(for: lowered, at: tap.heldPoint, camera.planBuilder)
        replacePlan(plan, for: .onceLower(lowered), &context)
        for component in Component.allCases where lowered.contains(component.set) { components[component].lower() }
    }

    /// The camera has accepted the lower levels: the components settle anew. Those for which there is none have failed.
    mutating func beginLower(_ lowered: ComponentSet, _ context: inout StepContext) {
        for component in Component.allCases where lowered.contains(component.set) {
            // Its deadline may have passed meanwhile.
            guard components[component].isAdjusting else { continue }
            if instruction.levels[component] == .none {
                take(.searchFailed, for: component, because: .refused, &context)
            } else {
                begin(component, &context)
            }
        }
        armPoll(&context)
    }
}
