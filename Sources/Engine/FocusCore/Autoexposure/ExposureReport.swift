/// The outcome of a search for the exposure.
public struct ExposureReport: Equatable, Sendable, Snapshotable {
    public var outcome: ExposureOutcome
    /// The exposure time, in units of 100 µs.
    public var time: Int64
    /// The gain; nil when the camera has none.
    public var gain: Int64?
    /// The metered brightness at the end, 0…1: mostly that of the region (`ExposureSettings.placeWeight`).
    public var mean: Double
    /// The target of the mean luma, 0…1.
    public var target: Double
    /// The number of frames that were looked at.
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

public enum ExposureOutcome: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    /// The region is as bright as wanted, within the tolerance.
    case converged
    /// The camera has no better exposure: the scene is too dark or too bright, or the wanted value lies between two of the camera's.
    case limited
    /// The frames did not follow the settings, too few of them arrived, or the time was over.
    case gaveUp

    public var name: StaticString {
        switch self {
        case .converged: "converged"
        case .limited: "limited"
        case .gaveUp: "gaveUp"
        }
    }
}
