/// Exposure compensation in EV; positive is brighter than the camera or the engine would make the picture.
///
/// An automatic with a bias (V4L2_CID_AUTO_EXPOSURE_BIAS) compensates itself, and the engine changes its target. Without a bias, as in all
/// UVC cameras, the exposure that the automatic has found is multiplied for the hold, always from that exposure and the compensation that
/// it was found with: a return to an earlier compensation gives the same exposure again.
///
/// The gain changes only at the level `software`, where the engine has set it. Most cameras do not report the gain of their automatic but
/// the last manual one, and multiplying that would make the picture jump: only the time changes, and the rest is reported as missing.
struct Compensation: Equatable, Sendable, Snapshotable {
    var wanted: Double
    /// The compensation of the bias with which an automatic exposes: a tap's counts once it is accepted, any other plan's at once.
    private(set) var ofBias = 0.0
    /// The compensation of the bias for a tap that is not accepted yet.
    private var attempted = 0.0

    init(wanted: Double) { self.wanted = wanted }

    mutating func biasIsTold(_ stops: Double) { ofBias = stops }

    /// The plan of a tap, which the camera may still refuse, writes the bias.
    mutating func biasIsTried(_ stops: Double) { attempted = stops }

    func hasTried(another stops: Double) -> Bool { attempted != stops }

    mutating func tapAccepted() { ofBias = attempted }

    /// The time and gain that hold the exposure, nil where none is written, and the EV that they lack; negative: it is too bright.
    struct Held: Equatable {
        var time: Int64?
        var gain: Int64?
        var missing: Double

        /// Smaller errors than this, in EV, are not reported.
        private static let leastMissing = 0.1

        /// The EV that are reported as missing; 0: none are.
        var reportedMissing: Double { abs(missing) > Self.leastMissing ? missing : 0 }
    }

    struct Found {
        /// Nil: unknown.
        var setting: ExposureSetting?
        var compensation: Double
        /// The EV that it lacks; negative when it is too bright.
        var missing = 0.0
    }

    /// The exposure that was found, multiplied by the change of the compensation since: twice the time, or the gain, is twice the light.
    /// - Parameter range: the exposures of the camera; nil: none is written.
    func held(_ found: Found, in range: ExposureRange?, scale: GainScale) -> Held {
        let change = wanted - found.compensation
        let unmet = found.missing
        // Until the compensation changes, the exposure is as close as a search could come.
        if change == 0, unmet != 0 {
            let missing = wanted > 0 ? unmet.clamped(to: 0...wanted) : unmet.clamped(to: wanted...0)
            return Held(time: found.setting?.time, gain: found.setting?.gain, missing: missing)
        }
        guard let setting = found.setting, let range else {
            return Held(time: found.setting?.time, gain: found.setting?.gain, missing: change + unmet)
        }
        let shift = ExposureShift(of: setting, by: change + unmet, in: range, scale: scale)
        // Without a change, nothing is missing: the nearest time of a quirk's list is the best possible.
        let missing = change + unmet == 0 ? 0 : shift.missing
        return Held(time: shift.setting.time, gain: shift.setting.gain, missing: missing)
    }
}
