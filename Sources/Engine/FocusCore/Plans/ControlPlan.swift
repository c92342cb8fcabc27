/// The ordered steps that carry out an instruction. Each step becomes at most one call.
public typealias ControlPlan = InlineList<14, PlanStep>

extension InlineList where Element == PlanStep {
    mutating func append(_ action: PlanStep.Action, for components: ComponentSet, isOptional: Bool = false) {
        append(PlanStep(action: action, components: components, isOptional: isOptional))
    }
}

/// One step of a plan: its action, and the components that depend on it.
public struct PlanStep: Equatable, Sendable, Snapshotable {
    public var action: Action
    /// The components that lose their level when the step is refused.
    public var components: ComponentSet
    /// True when a refusal of this step has no consequences.
    public var isOptional = false

    public enum Action: Equatable, Sendable, Snapshotable {
        /// The region around a point, and the automatics that use it, always in one call, so that the camera sees one change.
        case region(PointOfInterest)
        /// Set a control to an integer.
        case set(ControlID, Int64)
        /// Switch some bits of the 3A lock on or off, and leave the others as they are.
        case lock(bits: Int64, isOn: Bool)
        /// Manual exposure with the given time and gain, in one call; nil leaves a value unchanged.
        case manualExposure(Int64?, gain: Int64?)
        /// Read the privacy shutter. The plan ends where it is closed.
        case shutter
        /// Request frames that are measured around a point.
        case frames(PointOfInterest)
        /// Release the stream.
        case noFrames
        /// Read lens position, exposure time and gain: a search starts from them.
        case standing
        /// Manual exposure with the time that the step `standing` has read.
        case standingExposure
        /// Put back the value that a control had when the camera was opened.
        case original(ControlID)
        /// Switch off the 3A locks for focus and exposure, because the controls that they lock cannot be put back otherwise.
        case releasedLocks
        /// If the camera was opened in shutter priority: switch to manual for a moment, to put back the original exposure time.
        case originalTimeByHand
        /// Put back the region of interest that the camera had when it was opened.
        case originalRegion
        /// Put back the exposure mode and time that the camera had when it was opened.
        case originalExposure
    }
}
