/// The knowledge of a camera's exposure: its delays, the response of luma, and the scale of the gain.
struct ExposureKnowledge: Equatable, Sendable, Snapshotable {
    var delays: ExposureDelays
    var response = ExposureResponse()
    /// The camera's gain scale; nil until a step has shown it.
    var gainScale: GainScale?
}

/// Frames from the first one that the driver exposes with new values to the first one that shows them.
struct ExposureDelays: Equatable, Sendable, Snapshotable {
    /// A delay that steps have shown. A later sighting is believed at once; a driver that answers a write after the frame that shows it
    /// makes the delay look a frame shorter now and then, so an earlier one is believed at the second time.
    struct Sightings: Equatable, Sendable, Snapshotable {
        /// The delay, in frames; nil until known.
        var known: Int?
        /// An earlier sighting that no other has confirmed; nil: the delay was not seen shorter since.
        private var earlier: Int?

        init(known: Int?) { self.known = known }

        mutating func saw(_ age: Int) {
            guard let known, age < known else {
                (self.known, earlier) = (age, nil)
                return
            }
            if let first = earlier {
                (self.known, earlier) = (max(age, first), nil)
            } else {
                earlier = age
            }
        }
    }

    private var ofTime: Sightings
    /// Some sensors apply the gain a frame earlier or later than the time.
    private var ofGain: Sightings
    /// True when the delay was given (a quirk), not learned.
    let isGiven: Bool

    static let most = 32

    /// - Parameters:
    ///   - learned: the delay that an earlier control of the same camera has learned.
    ///   - given: the known delay of the camera, for time and gain.
    init(learned: Int?, given: Int?) {
        let time = (given ?? learned).map { min(max($0, 0), Self.most) }
        ofTime = Sightings(known: time)
        isGiven = given != nil
        ofGain = Sightings(known: given == nil ? nil : time)
    }

    /// The delay of the exposure time; nil until known.
    var time: Int? { ofTime.known }

    /// The delay of a step; nil while it is unknown.
    func delay(of step: ExposureStep) -> Int? {
        if !step.changesBoth { return step.to.gain != step.from.gain ? ofGain.known : time }
        guard let time, let gain = ofGain.known else { return nil }
        return max(time, gain)
    }

    mutating func learn(_ age: Int, of step: ExposureStep) {
        if step.changesBoth { return }
        if step.to.gain != step.from.gain { ofGain.saw(age) } else { ofTime.saw(age) }
    }
}
