/// The zoom that somebody wants: written in steps, beside all else. What is held stays held; a search waits until it rests.
extension CameraSession {
    /// - Returns: false when the camera cannot fulfil the wish.
    mutating func begin(_ wish: ZoomWish, at time: Instant) -> Bool {
        let original = camera.values.originals.target(of: .zoomAbsolute)?.integer
        return camera.zoom.begin(wish, original: original, at: time)
    }

    /// Writes the next step of the zoom, waits for its time, or reads the last one back.
    /// - Returns: true when a demand was made.
    mutating func makeZoomStep(_ context: inout StepContext) -> Bool {
        guard camera.zoom.isBusy, calls.mayWrite(after: camera.writePause, &context) else { return false }
        if let value = camera.zoom.takeStep(at: context.time) {
            let settings = ControlSettings(one: ControlSetting(.zoomAbsolute, .integer(value)))
            calls.make(.write(settings), for: .zoom, &context)
            return true
        }
        if let due = camera.zoom.stepDue, !context.isArmed(.zoomStep) { context.arm(.zoomStep, at: due) }
        guard camera.zoom.takeCheck(), capabilities.canRead(.zoomAbsolute), !capabilities.quirks.cannotBeReadBack else {
            return false
        }
        calls.make(.read(ControlIDs(one: .zoomAbsolute)), for: .zoom, &context)
        return true
    }

    /// The camera has answered a step of the zoom, or the reading of the last one.
    mutating func zoomAnswered(_ call: ControlCall, _ result: ControlResult, _ context: inout StepContext) {
        camera.zoom.wasAnswered()
        let answered = (result.values[0] ?? nil)?.integer
        if let settings = call.settings {
            let value = answered ?? settings[0]?.value.integer
            if result.errno != 0 {
                camera.zoom.stop()
                context.tell(.fault(.zoomRefused(errno: result.errno)))
            } else if let value, camera.zoomed(to: value, at: context.time) {
                holding.zoomChanged(camera.settings.settle, &context)
            }
        } else {
            guard let answered, camera.zoomed(to: answered, at: context.time) else { return }
            context.tell(.fault(.controlIgnored(.zoomAbsolute)))
        }
        guard let report = camera.zoom.report(showing: holding.tap.heldPoint) else { return }
        context.tell(.zoomed(report))
        if camera.zoom.mustReport() { context.tell(.fault(.zoomUnknown)) }
    }
}
