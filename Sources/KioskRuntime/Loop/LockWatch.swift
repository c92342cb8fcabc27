import FocusCore
import Glibc

/// Derives what unlocks the held focus and exposure, besides a tap and the view shown. Only people need it: the engine
/// knows it by itself.
struct LockWatch {
    private let sceneWatch: SceneWatch
    private let hasIdleTime: Bool
    /// True if the scene was to be watched, and another program had the stream: frames are not requested again before
    /// the next tap.
    private var isSceneRefused = false

    init(_ configuration: Configuration) {
        sceneWatch = configuration.sceneWatch
        hasIdleTime = configuration.unlockAfter != nil
    }

    /// The machine has taken a state.
    mutating func took(_ report: StateReport) {
        if report.cause == .tap { isSceneRefused = false }
    }

    /// The camera has answered a call.
    mutating func answered(_ operation: ControlCall.Operation, errno: Int32) {
        guard case .startFrames(let request) = operation, request.includesGrid else { return }
        isSceneRefused = errno == EBUSY
    }

    /// - Parameter givesFrames: true if there is a camera whose frames can be measured.
    func unlockers(hasAccelerometer: Bool, givesFrames: Bool) -> [MovedReason] {
        let isSceneWatched = sceneWatch.isWanted(hasAccelerometer: hasAccelerometer)
        var unlockers: [MovedReason] = []
        if hasAccelerometer { unlockers.append(.accelerometer) }
        if isSceneWatched, givesFrames, !isSceneRefused { unlockers.append(.scene) }
        if hasIdleTime { unlockers.append(.idle) }
        return unlockers
    }
}
