/// The knowledge of a camera's exposure: its delays, the response of luma, and the scale of the gain.
struct ExposureKnowledge: Equatable, Sendable, Snapshotable {
    var delays: ExposureDelays
    var response = ExposureResponse()
    /// The camera's gain scale; nil until a step has shown it.
    var gainScale: GainScale?
}

/// Frames from the first one that the driver exposes with new values to the first one that shows them.
struct ExposureDelays: Equatable, Sendable, Snapshotable {
    /// The delay of the exposure time; nil until known.
    private(set) var time: Int?
    /// The delay of the gain; nil until known. Some sensors apply it a frame earlier or later than the time.
    private var gain: Int?
    /// True when the delay was given (a quirk), not learned.
    let isGiven: Bool

    static let most = 32

    /// - Parameters:
    ///   - learned: the delay that an earlier control of the same camera has learned.
    ///   - given: the known delay of the camera, for time and gain.
    init(learned: Int?, given: Int?) {
        time = (given ?? learned).map { min(max($0, 0), Self.most) }
        isGiven = given != nil
        gain = given == nil ? nil : time
    }

    /// The delay of a step; nil while it is unknown.
    func delay(of step: ExposureStep) -> Int? {
        if !step.changesBoth { return step.to.gain != step.from.gain ? gain : time }
        guard let time, let gain else { return nil }
        return max(time, gain)
    }

    mutating func learn(_ age: Int, of step: ExposureStep) {
        if step.changesBoth { return }
        if step.to.gain != step.from.gain { gain = age } else { time = age }
    }
}
