/// How focus and exposure ended after a tap.
public struct SettledReport: Equatable, Sendable {
    /// Nil where the camera cannot focus.
    public var focus: Outcome?
    public var focusLevel: CameraLevel
    /// Nil where the camera cannot expose.
    public var exposure: Outcome?
    public var exposureLevel: CameraLevel
    /// What was read back after it was held, and was as it should be.
    public var verified: ComponentSet
    /// The tap, where whoever made it has given it an id.
    public var tap: TapID?

    public init(
        focus: Outcome?, focusLevel: CameraLevel, exposure: Outcome?, exposureLevel: CameraLevel,
        verified: ComponentSet = [], tap: TapID? = nil
    ) {
        self.focus = focus
        self.focusLevel = focusLevel
        self.exposure = exposure
        self.exposureLevel = exposureLevel
        self.verified = verified
        self.tap = tap
    }

    public enum Outcome: UInt8, CaseIterable, Equatable, Sendable {
        /// It was seen to come to rest, and is held.
        case converged
        /// The camera gave up, the deadline passed, or the camera refused to hold.
        case failed
        /// The camera lets nothing be watched: it had its time, and is held.
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
