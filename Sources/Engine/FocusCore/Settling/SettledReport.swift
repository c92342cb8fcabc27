/// How focus and exposure ended after a tap.
public struct SettledReport: Equatable, Sendable {
    /// Nil when the camera cannot focus.
    public var focus: Outcome?
    public var focusLevel: CameraLevel
    /// Nil when the camera cannot expose.
    public var exposure: Outcome?
    public var exposureLevel: CameraLevel
    /// The components whose hold was read back as it was written.
    public var verified: ComponentSet
    /// The reason why focus has failed; nil: it has not, or the recording of an older version does not tell it.
    public var focusReason: FailureReason?
    /// The same for exposure.
    public var exposureReason: FailureReason?
    /// The id of the tap; nil when its sender gave none.
    public var tap: TapID?

    public init(
        focus: Outcome?, focusLevel: CameraLevel, exposure: Outcome?, exposureLevel: CameraLevel,
        verified: ComponentSet = [], focusReason: FailureReason? = nil, exposureReason: FailureReason? = nil,
        tap: TapID? = nil
    ) {
        self.focus = focus
        self.focusLevel = focusLevel
        self.exposure = exposure
        self.exposureLevel = exposureLevel
        self.verified = verified
        self.focusReason = focusReason
        self.exposureReason = exposureReason
        self.tap = tap
    }

    public enum Outcome: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
        /// The component was seen to come to rest, and is held.
        case converged
        /// The search failed, the deadline passed, or the camera refused the hold.
        case failed
        /// The component could not be watched: it had its time, and is held.
        case held

        public var name: StaticString {
            switch self {
            case .converged: "converged"
            case .failed: "failed"
            case .held: "held"
            }
        }
    }
}
