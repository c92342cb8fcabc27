/// Another camera takes the place of the present one: that gets its originals back first, and hears of nothing else until it is gone. The
/// machine goes on: the arrival of the other camera brings it back to continuous.
extension Engine {
    mutating func releaseCamera(_ context: inout StepContext) {
        guard phase == .running, !isReleasing else { return }
        guard controller != nil else { return context.tell(.cameraReleased(isComplete: true)) }
        endKeep(isLeaving: true, &context)
        scene.request = nil
        follow(controller?.release(&context), &context)
        awaitStillness(&context)
    }

    /// True while the camera gets its originals back for another one.
    @inline(__always)
    var isReleasing: Bool { controller?.isReleasing ?? false }
}
