/// A light was switched on or off, and what becomes of the held exposure because of it.
public struct LightReport: Equatable, Sendable {
    public var isOn: Bool
    /// Nil: no exposure is held that the light changes, or the camera is busy: then another report follows, with `searching`, unless the
    /// light is switched again before, or a tap exposes.
    public var exposure: Outcome?

    public enum Outcome: UInt8, CaseIterable, Equatable, Sendable {
        /// The held exposure is searched again: with the light, or without it if the camera's automatic has not reported the earlier
        /// exposure. Another report follows.
        case searching
        /// It has been found, and is held.
        case found
        /// None was found; the best one is held.
        case failed
        /// The exposure from before the light is held again, without a search.
        case restored

        public var name: StaticString {
            switch self {
            case .searching: "searching"
            case .found: "found"
            case .failed: "failed"
            case .restored: "restored"
            }
        }
    }

    public init(isOn: Bool, exposure: Outcome?) {
        self.isOn = isOn
        self.exposure = exposure
    }
}
