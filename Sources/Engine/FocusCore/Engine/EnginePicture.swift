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
        followCentre(&context)
    }

    /// The zoom has changed: the middle of the picture stays where it is. The centre of a view that shows a part of the picture does not.
    private mutating func followCentre(_ context: inout StepContext) {
        guard machine.state == .continuousAuto, controller?.holding.tap.isAsked == false,
            picture.geometry.centre != .centre
        else { return }
        // It is no first attempt: the budget of searches counts it.
        let centre = centreOnSensor
        follow(controller?.goContinuous(about: centre, rewriting: false, attempt: 2, &context), &context)
    }

    /// The camera has answered a call. It may be the end of a zoom of ours: the steps on the way to it move no region.
    mutating func cameraAnswered(_ result: ControlResult, _ context: inout StepContext) {
        let (wasZooming, factor) = (isZooming, zoomFactor)
        follow(controller?.answer(result, &context), &context)
        guard wasZooming || zoomFactor != factor, phase == .running, !isReleasing, !isZooming else { return }
        followCentre(&context)
    }

    @inline(__always)
    private var isZooming: Bool { controller?.camera.zoom.isBusy == true }

    /// Somebody wants another zoom. A wish that the camera cannot fulfil changes nothing.
    mutating func zoom(_ wish: ZoomWish, _ context: inout StepContext) {
        let wasZooming = isZooming
        guard phase == .running, !isReleasing, controller?.camera.begin(wish, at: context.time) == true else {
            // The end of a wish is never refused.
            if wish.target != .original { context.tell(.fault(.zoomUnusable)) }
            return
        }
        // A ramp may be over by that.
        if !isZooming { controller?.camera.tellZoom(showing: lock.point, &context) }
        follow(controller?.proceed(&context), &context)
        if wasZooming, !isZooming { followCentre(&context) }
    }

    /// Somebody has switched a light. Nothing unlocks because of it.
    mutating func lightChanged(isOn: Bool, _ context: inout StepContext) {
        scene.isLit = isOn
        guard phase == .running, !isReleasing else { return }
        scene.request = nil
        follow(controller?.lightChanged(isOn: isOn, &context), &context)
    }
}
