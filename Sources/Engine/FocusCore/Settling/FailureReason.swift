/// The reason why focus or exposure has failed after a tap.
public enum FailureReason: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    /// It is too dark there: the region stayed dark at the camera's highest exposure.
    case tooDark
    /// It is too bright there, even at the camera's lowest exposure.
    case tooBright
    /// The camera has no exposure that comes closer to the wanted brightness, although darker and brighter ones.
    case noFittingExposure
    /// There is nothing to focus on: no position of the lens shows the region sharper than another.
    case nothingToFocusOn
    /// The positions of the lens differ by no more than the noise of the picture.
    case tooNoisy
    /// The picture did not stay as it was during the search: the sharpest position could not be confirmed.
    case unsteady
    /// The lens, or the exposure, did not follow: frames did not show what was written.
    case notFollowed
    /// The camera has refused to be set, or to hold.
    case refused
    /// The camera has accepted the hold, and its read-back shows that it does not hold.
    case ignored
    /// The stream was lost, or no frame came.
    case noFrames
    /// The time was over: the engine's search was not finished, or the camera's own automatic had not come to rest.
    case timeOver
    /// The camera's own search reports that it has failed.
    case cameraGaveUp
    /// The camera's privacy shutter was closed during the search.
    case shutterClosed

    /// The name for traces and programs; it never changes.
    public var name: StaticString {
        switch self {
        case .tooDark: "tooDark"
        case .tooBright: "tooBright"
        case .noFittingExposure: "noFittingExposure"
        case .nothingToFocusOn: "nothingToFocusOn"
        case .tooNoisy: "tooNoisy"
        case .unsteady: "unsteady"
        case .notFollowed: "notFollowed"
        case .refused: "refused"
        case .ignored: "ignored"
        case .noFrames: "noFrames"
        case .timeOver: "timeOver"
        case .cameraGaveUp: "cameraGaveUp"
        case .shutterClosed: "shutterClosed"
        }
    }

    /// The reason that an event alone gives; nil for an event that is no failure.
    init?(_ event: SettleEvent) {
        switch event {
        case .searchFailed: self = .cameraGaveUp
        case .deadline: self = .timeOver
        case .holdRefused: self = .refused
        case .once, .continuous, .stable, .timeGiven, .holdWritten, .holdAnew: return nil
        }
    }
}
