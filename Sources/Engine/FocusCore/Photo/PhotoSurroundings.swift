/// The state of focus and exposure when a photo is taken: it follows from the tap that is held.
public struct PhotoSurroundings: Equatable, Sendable {
    /// The report of the tap that is held; nil: none is held, or it has not settled yet.
    public private(set) var settled: SettledReport?
    /// True while focus and exposure are held.
    public private(set) var isHeld = false
    /// The point that is held, in the camera's picture; nil: none is, or the zoom does not show it.
    public private(set) var point: PointOfInterest?
    private var levels: LevelReport?
    /// The exposure that is held in a light; nil: it is that of the tap.
    private var relit: LightReport.Outcome?

    public init() {}

    /// Follows an effect of the engine.
    public mutating func follow(_ effect: Effect) {
        switch effect {
        case .state(let report):
            if report.cause == .tap || report.state == .continuousAuto { (settled, relit) = (nil, nil) }
            isHeld = report.state != .continuousAuto
            point = report.point
        case .settled(let report): settled = report
        case .levels(let report): levels = report
        case .zoomed(let report): if isHeld { point = report.point }
        case .relit(let report): relit = report.exposure == .restored ? nil : report.exposure
        case .searched, .exposed, .kept, .shutter, .cameraReleased, .tapIgnored, .tapRefused, .fault,
            .compensationTakenBack, .arm, .disarm, .call, .requestFrames, .releaseFrames, .motionSensor, .stopped:
            break
        }
    }

    /// The camera is gone.
    public mutating func cameraLeft() { self = PhotoSurroundings() }

    /// The state of focus and exposure while a frame was exposed.
    /// - Parameter isCalm: true if nothing settled then.
    public func outcomes(isCalm: Bool) -> PhotoOutcomes {
        func outcome(_ level: CameraLevel?, _ ended: SettledReport.Outcome?) -> PhotoOutcome? {
            guard level != CameraLevel.none else { return nil }
            guard isCalm else { return .unsettled }
            return ended.map { PhotoOutcome($0) } ?? .following
        }
        return PhotoOutcomes(
            focus: outcome(levels?.focus.level, settled?.focus),
            exposure: outcome(levels?.exposure.level, exposureEnd))
    }

    private var exposureEnd: SettledReport.Outcome? {
        switch relit {
        case .found?: .converged
        case .failed?: .failed
        case .searching?, .restored?, nil: settled?.exposure
        }
    }

    /// True if the lens position that was written is known to be the one of the frame: it is held, and was read back.
    public var knowsLens: Bool { settled?.verified.contains(.focus) ?? false }

    /// The same for exposure time and gain. Those that were found in a light are not reported as read back.
    public var knowsExposure: Bool { relit == nil && settled?.verified.contains(.exposure) == true }
}
