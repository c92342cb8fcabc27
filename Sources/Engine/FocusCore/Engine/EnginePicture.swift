extension Engine {
    /// The number of times by which the zoom enlarges the picture; 1 without a camera, or where the factor is unknown.
    @inline(__always)
    var zoomFactor: Double { controller?.camera.zoom.usedFactor ?? 1 }

    /// The point of the sensor that is shown at the centre of the view.
    var centreOnSensor: PointOfInterest { picture.geometry.centre.onSensor(under: zoomFactor) }

    /// The camera has this zoom now. What is held stays held, at the same point of the sensor.
    mutating func zoomChanged(to value: Int64, _ context: inout StepContext) {
        guard controller?.camera.zoomed(to: value, at: context.time) == true else { return }
        scene.request = nil
        controller?.camera.tellZoom(showing: lock.point, &context)
        guard phase == .running, !isReleasing else { return }
        follow(controller?.zoomChanged(&context), &context)
    }

    /// Somebody wants another zoom. A wish that the camera cannot fulfil changes nothing.
    mutating func zoom(_ wish: ZoomWish, _ context: inout StepContext) {
        guard phase == .running, !isReleasing, controller?.camera.begin(wish, at: context.time) == true else {
            // The end of a wish is never refused.
            return wish.target == .original ? () : context.tell(.fault(.zoomUnusable))
        }
        // A ramp may be over by that.
        if controller?.camera.zoom.isBusy == false { controller?.camera.tellZoom(showing: lock.point, &context) }
        follow(controller?.proceed(&context), &context)
    }

    /// The held lens is to stand beside its position for a photo, or (nil) at it again. Nothing unlocks because of it.
    mutating func offsetLens(by share: Double?, _ context: inout StepContext) {
        guard phase == .running, !isReleasing else { return }
        follow(controller?.offsetLens(by: share, &context), &context)
    }

    /// Somebody has switched a light. Nothing unlocks because of it.
    mutating func lightChanged(isOn: Bool, _ context: inout StepContext) {
        scene.isLit = isOn
        guard phase == .running, !isReleasing else { return }
        scene.request = nil
        follow(controller?.lightChanged(isOn: isOn, &context), &context)
    }
}
