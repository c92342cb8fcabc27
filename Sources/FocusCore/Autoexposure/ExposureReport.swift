/// How a search for the exposure ended.
public struct ExposureReport: Equatable, Sendable {
    public var outcome: ExposureOutcome
    /// In units of 100 µs.
    public var time: Int64
    /// Nil without a gain.
    public var gain: Int64?
    /// The mean luma of the region at the end, 0…1.
    public var mean: Double
    /// What it should have been, 0…1.
    public var target: Double
    /// How many frames were looked at.
    public var frames: Int

    public init(outcome: ExposureOutcome, time: Int64, gain: Int64?, mean: Double, target: Double, frames: Int) {
        self.outcome = outcome
        self.time = time
        self.gain = gain
        self.mean = mean
        self.target = target
        self.frames = frames
    }
}

public enum ExposureOutcome: UInt8, CaseIterable, Equatable, Sendable {
    /// The region is as bright as wanted, within the tolerance.
    case converged
    /// It is not, but the camera has no exposure that is nearer: the scene is too dark or too bright, or wanted would be
    /// something between two of the camera's values.
    case limited
    /// The frames did not follow what was set, or too few of them came.
    case gaveUp

    public var name: StaticString {
        switch self {
        case .converged: "converged"
        case .limited: "limited"
        case .gaveUp: "gaveUp"
        }
    }
}
