/// The camera's zoom, V4L2_CID_ZOOM_ABSOLUTE. Taps, frames and what a person sees are in coordinates of the zoomed picture. The points that
/// the engine keeps, and UVC's regions of interest (UVC 1.5, 4.2.2.1.20), are in those of the whole sensor, which no zoom changes.
///
/// A zoom enlarges the picture about its middle: a digital one that is moved by pan and tilt is not followed.
struct Zoom: Equatable, Sendable, Snapshotable {
    /// The range of the control; nil: the camera has no zoom.
    private let range: ZoomRange?
    /// True when the control can be set.
    private let isWritable: Bool
    /// The value now; nil: unknown.
    private(set) var value: Int64?
    /// The time of the latest change; nil: there was none.
    private var changed: Instant?
    /// True until a frame has shown the picture at rest after a change.
    private var isUnseen = false
    private var hasReported = false
    /// The way to where somebody wants the zoom; nil: nobody moves it.
    private var ramp: ZoomRamp?
    /// The time from which the next step of the ramp may be written.
    private var nextStep = Instant(nanoseconds: 0)
    /// The step that the camera has not answered yet; nil: none is under way.
    private var pending: Int64?
    /// True when the end of a ramp has not been read back yet.
    private var isUnchecked = false

    /// The time after a change in which frames are of no use for a search. A digital zoom is there within a few frames.
    private static let pause = TimeSpan.milliseconds(500)
    /// The time after a change in which frames do not tell another scene from a zoom. Lenses with a motor need some 2 s from end to end.
    private static let scenePause = TimeSpan.milliseconds(2000)
    /// The shortest time between two steps: 15 a second. Some cameras fail when they are written to faster.
    private static let stepPause = TimeSpan.milliseconds(67)

    init(_ camera: CameraCapabilities) {
        let control = camera.control(.zoomAbsolute)
        let factors = camera.quirks.usableZoomFactors
        range = control.map {
            ZoomRange(minimum: $0.minimum, maximum: $0.maximum, step: $0.step, factors: factors)
        }
        isWritable = camera.canWrite(.zoomAbsolute)
        value = control?.value?.integer
    }

    /// The number of times by which the picture is enlarged, 1 without a zoom; nil: unknown.
    @inline(__always)
    var factor: Double? {
        guard let range else { return 1 }
        return value.flatMap { range.factor(of: $0) }
    }

    /// The factor with which coordinates are converted. One that is unknown is taken as 1, and said (`mustReport`).
    @inline(__always)
    var usedFactor: Double { range == nil ? 1 : factor ?? 1 }

    /// The present zoom for programs; nil: the camera has none, or its value is unknown.
    /// - Parameter point: the held point, in coordinates of the sensor.
    func report(showing point: PointOfInterest?) -> ZoomReport? {
        guard let range, let value else { return nil }
        return ZoomReport(
            linear: range.linear(value), factor: factor, largest: range.factor(of: range.maximum),
            isRamping: ramp != nil, point: point?.shown(under: usedFactor))
    }

    /// The camera has another zoom.
    /// - Returns: false when it is the same.
    mutating func change(to value: Int64, at time: Instant) -> Bool {
        guard range != nil, value != self.value else { return false }
        self.value = value
        changed = time
        isUnseen = true
        return true
    }

    /// True when the fault is to be reported that coordinates are not converted, which is once for each camera.
    mutating func mustReport() -> Bool {
        guard range != nil, factor == nil, !hasReported else { return false }
        hasReported = true
        return true
    }

    /// True when a frame may show the picture on its way to another zoom.
    @inline(__always)
    func isMoving(in frame: FrameStatistics) -> Bool { isUnseen && isRecent(frame, Self.pause) }

    /// True when a frame cannot tell another scene from a zoom.
    @inline(__always)
    func hidesScene(in frame: FrameStatistics) -> Bool { changed != nil && isRecent(frame, Self.scenePause) }

    private func isRecent(_ frame: FrameStatistics, _ pause: TimeSpan) -> Bool {
        changed.map { frame.captured < $0.advanced(by: pause) } ?? false
    }

    /// The picture rests again.
    /// - Returns: false when it has rested before.
    mutating func hasComeToRest() -> Bool {
        guard isUnseen else { return false }
        isUnseen = false
        return true
    }
}

/// The zoom on its way to where somebody wants it.
extension Zoom {
    /// Takes a wish.
    /// - Parameter original: the value when the camera was opened; nil: unknown.
    /// - Returns: false when it cannot be fulfilled: nothing has changed.
    mutating func begin(_ wish: ZoomWish, original: Int64?, at time: Instant) -> Bool {
        guard let range, let value = pending ?? self.value, isWritable, wish.hasUsableRate else { return false }
        let wanted: Int64?
        switch wish.target {
        case .linear(let share): wanted = range.value(linear: share)
        case .factor(let factor): wanted = range.value(factor: factor)
        case .original: wanted = original
        case .here:
            ramp = nil
            return true
        }
        guard let target = wanted else { return false }
        ramp = target == value ? nil : ZoomRamp(from: value, to: target, rate: wish.rate, at: time)
        return true
    }

    /// True while there is something to write or to read.
    @inline(__always)
    var isBusy: Bool { ramp != nil || isUnchecked }

    /// The time at which the next step is due; nil: no ramp is under way.
    var stepDue: Instant? { ramp == nil ? nil : nextStep }

    /// The value of the next step; nil: it is not due, or makes no difference. It counts as written.
    mutating func takeStep(at time: Instant) -> Int64? {
        guard let ramp, let range, time >= nextStep else { return nil }
        nextStep = time.advanced(by: Self.stepPause)
        let next = ramp.value(at: time, in: range)
        if next == ramp.target {
            self.ramp = nil
            isUnchecked = next != value
        }
        guard next != value else { return nil }
        pending = next
        return next
    }

    /// The camera has answered a step.
    mutating func wasAnswered() { pending = nil }

    /// The ramp is over: its end is to be read back.
    mutating func takeCheck() -> Bool {
        guard ramp == nil, isUnchecked else { return false }
        isUnchecked = false
        return true
    }

    /// The camera has refused a step: the zoom stays where it is.
    mutating func stop() {
        ramp = nil
        isUnchecked = false
        pending = nil
    }
}
