/// The held lens, which a photo may have beside its position for a moment. The offset is a part of the hold: it ends with it, and all that
/// reads, repairs and writes the hold again knows of it.
extension CameraSession {
    /// The lens is to stand beside its position, by a share of its range, or (nil) at it again.
    mutating func offsetLens(by share: Double?, _ context: inout StepContext) -> Event? {
        guard holding.offsetLens(by: share, frames, &camera, at: context.time) else { return nil }
        beginNextHold(&context)
        return proceed(&context)
    }
}

extension Holding {
    /// The held lens; nil: focus is not held, or by a lock, or at a position that is not known, or a tap is on its way or settles.
    func heldLens(_ frames: Frames, _ camera: KnownCamera) -> HeldLens? {
        let life = components[.focus]
        guard !tap.isAsked, !tap.isSettling, life.hasHold, life.level != .oneShot,
            camera.capabilities.canWrite(.focusAbsolute), let range = camera.capabilities.lensRange,
            let position = life.level == .software ? frames.searches.focus.position : life.hold?.position
        else { return nil }
        return HeldLens(position: position, range: range)
    }

    /// The lens is to stand beside its position, by a share of its range, or (nil) at it again: the hold is to be written.
    /// - Returns: false when it stands there, or has no such position.
    fileprivate mutating func offsetLens(
        by share: Double?, _ frames: Frames, _ camera: inout KnownCamera, at time: Instant
    ) -> Bool {
        var aside: Int64?
        if let share {
            guard let position = heldLens(frames, camera)?.position(beside: share) else { return false }
            aside = position
        }
        guard components[.focus].aside != aside else { return false }
        // The picture is about to change, and nobody has moved.
        camera.lensIsMoved(at: time)
        components[.focus].stand(at: aside)
        return true
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
