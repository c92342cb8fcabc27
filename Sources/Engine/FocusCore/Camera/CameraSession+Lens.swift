/// The held lens, which a photo may have beside its position for a moment. The offset is a part of the hold: it ends with it, and all that
/// reads, repairs and writes the hold again knows of it.
extension CameraSession {
    /// Nil: focus is not held, or by a lock, or at a position that is not known, or a tap is on its way or settles.
    @inline(__always)
    var heldLens: HeldLens? {
        holding.tap.isAsked || holding.tap.isSettling ? nil : holding.heldLens(frames, camera)
    }

    /// The lens is to stand beside its position, by a share of its range, or (nil) at it again.
    mutating func offsetLens(by share: Double?, _ context: inout StepContext) -> Event? {
        var aside: Int64?
        if let share {
            guard let position = heldLens?.position(beside: share) else { return nil }
            aside = position
        }
        guard holding.components[.focus].aside != aside else { return nil }
        // The picture is about to change, and nobody has moved.
        camera.lensIsMoved(at: context.time)
        holding.components[.focus].stand(at: aside)
        // After a refused tap, the plan that restores the earlier point comes first; the holds follow it.
        if instruction.purpose != .holdAgain { beginNextHold(&context) }
        return proceed(&context)
    }
}

extension Holding {
    /// The held lens; nil: focus is not held, or by a lock, or at a position that is not known.
    func heldLens(_ frames: Frames, _ camera: KnownCamera) -> HeldLens? {
        let life = components[.focus]
        guard life.hasHold, life.level != .oneShot, camera.capabilities.canWrite(.focusAbsolute),
            let range = camera.capabilities.lensRange,
            let position = life.level == .software ? frames.searches.focus.position : life.hold?.position
        else { return nil }
        return HeldLens(position: position, range: range)
    }

    /// Another instruction comes: where the lens stands beside its position, it goes back first. Nothing that follows may find it there.
    /// - Returns: a plan with that step, or one without any.
    mutating func planLensBack(_ frames: Frames, _ camera: KnownCamera) -> ControlPlan {
        var plan = ControlPlan()
        guard components[.focus].forgetAside(), let lens = heldLens(frames, camera) else { return plan }
        plan.append(.set(.focusAbsolute, lens.position), for: .focus, isOptional: true)
        return plan
    }
}
