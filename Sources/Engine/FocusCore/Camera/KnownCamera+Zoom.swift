/// The zoom that somebody wants: written in steps, beside all else. What is held stays held; a search waits until it rests.
extension KnownCamera {
    /// - Returns: false when the camera cannot fulfil the wish.
    mutating func begin(_ wish: ZoomWish, at time: Instant) -> Bool {
        zoom.begin(wish, original: values.originals.target(of: .zoomAbsolute)?.integer, at: time)
    }

    /// True when `begin` would take a wish.
    func canBegin(_ wish: ZoomWish) -> Bool {
        var zoom = self.zoom
        let original = values.originals.target(of: .zoomAbsolute)?.integer
        return zoom.begin(wish, original: original, at: Instant(nanoseconds: 0))
    }

    /// Writes the next step of the zoom, waits for its time, or reads the last one back. The line must be free.
    /// - Returns: true when a demand was made.
    mutating func makeZoomStep(_ calls: inout CallLine, _ context: inout StepContext) -> Bool {
        guard zoom.isBusy, calls.mayWrite(after: writePause, &context) else { return false }
        if let value = zoom.takeStep(at: context.time) {
            let settings = ControlSettings(one: ControlSetting(.zoomAbsolute, .integer(value)))
            calls.make(.write(settings), for: .zoom, &context)
            return true
        }
        if let due = zoom.stepDue, !context.isArmed(.zoomStep) { context.arm(.zoomStep, at: due) }
        guard zoom.takeCheck(), capabilities.canRead(.zoomAbsolute), !capabilities.quirks.cannotBeReadBack else {
            return false
        }
        calls.make(.read(ControlIDs(one: .zoomAbsolute)), for: .zoom, &context)
        return true
    }

    /// The camera has answered a step of the zoom, or the reading of the last one.
    /// - Parameter point: the held point, in coordinates of the sensor.
    /// - Returns: true when a step has changed the zoom.
    mutating func zoomAnswered(
        _ call: ControlCall, _ result: ControlResult, showing point: PointOfInterest?, _ context: inout StepContext
    ) -> Bool {
        zoom.wasAnswered()
        let answered = (result.values[0] ?? nil)?.integer
        var isChanged = false
        if let settings = call.settings {
            let value = answered ?? settings[0]?.value.integer
            if result.errno != 0 {
                zoom.stop()
                context.tell(.fault(.zoomRefused(errno: result.errno)))
            } else if let value {
                isChanged = zoomed(to: value, at: context.time)
            }
        } else {
            guard let answered, zoomed(to: answered, at: context.time) else { return false }
            context.tell(.fault(.controlIgnored(.zoomAbsolute)))
        }
        tellZoom(showing: point, &context)
        return isChanged
    }

    /// Tells of the zoom, if the camera has one.
    /// - Parameter point: the held point, in coordinates of the sensor.
    mutating func tellZoom(showing point: PointOfInterest?, _ context: inout StepContext) {
        guard let report = zoom.report(showing: point) else { return }
        context.tell(.zoomed(report))
        if zoom.mustReport() { context.tell(.fault(.zoomUnknown)) }
    }
}
