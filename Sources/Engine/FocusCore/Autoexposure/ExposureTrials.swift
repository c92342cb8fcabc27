/// The settings that an exposure control has tried, and how the camera answered to its steps.
struct ExposureTrials: Equatable, Sendable, Snapshotable {
    struct Trial: Equatable, Sendable, Snapshotable {
        var setting: ExposureSetting
        /// The distance of the mean from the target, as a power of two without sign.
        var miss: Double
    }

    /// The most steps to a preferred setting: the first one teaches the gain, the second one is right.
    static let mostPreferred = 3

    private(set) var tried = InlineList<10, Trial>()
    /// Consecutive steps that no frame has shown.
    private(set) var blindSteps = 0
    private(set) var hasAnswered = false
    /// The steps that were made to a setting of the same light with a longer time and less gain.
    var preferred = 0
    /// True while the best setting that was tried is set again, to end there.
    var isReturning = false

    /// - Returns: false when there is no room for another trial.
    mutating func add(_ setting: ExposureSetting, miss: Double) -> Bool {
        tried.append(Trial(setting: setting, miss: miss))
    }

    mutating func forget() { tried.removeAll() }

    func hasTried(_ setting: ExposureSetting) -> Bool { tried.first { $0.setting == setting } != nil }

    /// A step was waited for.
    /// - Parameter isClear: true when the expected change could be told from noise.
    mutating func stepEnded(isSeen: Bool, isClear: Bool) {
        if isSeen {
            hasAnswered = true
            blindSteps = 0
        } else if isClear {
            blindSteps += 1
        }
    }
}
